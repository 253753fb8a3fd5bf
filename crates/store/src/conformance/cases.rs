//! The list of the suite's behaviours, as a macro that makes one test of each.

/// One test for each behaviour of the suite, on the stores that `$fresh` (an `async fn() -> Harness` of the calling module)
/// makes.
#[macro_export]
macro_rules! conformance_tests {
    ($fresh:ident) => {
        $crate::conformance_tests! { @modules $fresh
            items {
                every_kind_of_value_is_read_as_it_was_put
                an_item_that_was_never_put_is_not_there
                a_put_replaces_the_whole_item
                an_update_changes_only_what_it_names
                an_update_creates_the_item_where_there_is_none
                a_deleted_item_is_gone_and_deleting_again_is_fine
                tables_do_not_share_items
                a_batch_answers_in_the_order_of_its_keys
                a_batch_reads_a_hundred_large_items
                a_scan_shows_every_item_once_at_every_page_size
                a_store_that_can_answer_is_ready
            }
            keys {
                string_sort_keys_sort_by_their_bytes
                number_sort_keys_sort_as_numbers
                one_number_is_one_key_however_it_is_written
                string_partitions_keep_apart
                number_partitions_keep_apart
                a_table_without_sort_key_holds_one_item_for_each_key
                an_empty_partition_has_no_rows
            }
            ranges {
                a_prefix_chooses_strings
                bounds_choose_strings_and_are_included
                every_comparison_chooses_strings
                bounds_and_comparisons_choose_numbers
                ranges_choose_from_indexes_too
            }
            paging {
                a_partition_reads_the_same_at_every_page_size
                an_index_reads_the_same_at_every_page_size
                number_keys_page_too
                rows_that_share_an_index_key_all_come_once
                a_position_survives_the_row_it_names
                a_page_without_limit_ends_at_about_a_megabyte
            }
            edits {
                a_difference_turns_one_version_into_the_other
                a_difference_leaves_alone_what_the_entity_does_not_know
                a_difference_never_touches_the_key
                a_version_decides_between_two_differences
            }
            removing {
                what_the_queries_find_is_removed_in_turns
                removing_passes_over_what_has_expired
                what_two_queries_find_is_removed_once
                a_whole_table_is_scanned_to_its_end
            }
            conditions {
                existence
                comparisons_of_strings
                comparisons_of_numbers
                comparisons_of_other_types
                values_of_different_types_never_compare
                an_absent_attribute_equals_nothing
                ranges_prefixes_and_choices
                conditions_combine
                a_hundred_terms_are_one_condition
                an_item_that_is_not_there_has_no_attributes
                a_write_whose_condition_fails_changes_nothing_and_tells_what_is_there
                if_new_and_if_there_tell_whether_an_item_exists
            }
            indexes {
                an_index_holds_only_items_with_all_of_its_attributes
                an_index_answers_whole_items
                an_index_without_sort_key_lists_all_that_share_its_value
                an_index_may_sort_by_an_attribute_of_the_tables_key
                an_update_moves_an_item_between_partitions_of_an_index
                an_update_of_another_attribute_shows_in_the_index
                removing_an_attribute_takes_the_item_out_of_its_index
                a_deleted_item_leaves_every_index
                transactions_keep_indexes_true
                index_values_with_odd_bytes_keep_apart
            }
            transactions {
                all_writes_of_a_transaction_happen_together
                every_failure_is_told_with_its_place_and_item_and_nothing_is_written
                a_failure_at_any_place_of_a_hundred_writes_nothing
                conditions_are_judged_on_what_was_there_before
                adding_counts_from_what_is_there_or_from_zero
                adding_to_what_is_no_number_is_refused
            }
            tokens {
                a_transaction_sent_again_succeeds_and_does_nothing_more
                without_a_token_every_time_counts
                different_tokens_count_separately
                a_token_used_for_something_else_is_refused
                a_replay_does_not_undo_what_came_after
                a_transaction_that_failed_may_be_tried_again_under_its_token
            }
            races {
                one_of_many_writers_creates_an_item
                additions_at_once_all_count
                a_version_lets_one_of_two_editors_through
            }
            retries {
                a_put_happens_whatever_fails
                a_put_that_must_be_new_succeeds_when_it_finds_itself
                an_update_under_a_version_succeeds_when_it_finds_itself
                a_delete_succeeds_when_it_finds_nothing_left
                a_transaction_happens_once_whatever_fails
                a_condition_that_does_not_hold_fails_whatever_else_does
                only_a_lost_answer_excuses_a_condition_that_fails
                a_write_that_may_have_happened_is_never_said_not_to_have
                reads_answer_whatever_fails
                many_writers_over_a_failing_engine_each_count_once
            }
            limits {
                keys_of_the_largest_size_are_stored
                larger_and_empty_keys_are_refused
                index_attributes_of_the_wrong_kind_are_refused
                items_of_400_kb_are_stored_and_larger_ones_refused
                an_update_that_makes_an_item_too_large_is_refused
                values_nest_31_deep_and_no_deeper
                updates_that_cannot_be_are_refused
                what_could_happen_twice_stands_only_in_a_transaction
                transactions_past_their_limits_are_refused_whole
                batches_past_their_limits_are_refused
                queries_that_cannot_be_answered_are_refused
                conditions_that_cannot_be_asked_are_refused
            }
            expiry {
                an_item_is_there_until_its_time_and_then_hidden
                every_kind_of_read_hides_what_has_expired
                a_page_counts_what_it_hides
                conditions_see_what_has_expired
                an_update_of_an_expired_item_changes_what_is_there
                only_a_number_is_a_time
                removing_the_time_keeps_the_item_for_good
            }
        }
    };
    (@modules $fresh:ident $($module:ident { $($case:ident)* })*) => {
        $(mod $module {
            $(
                #[tokio::test]
                async fn $case() {
                    let harness = super::$fresh().await;
                    $crate::conformance::$module::$case(&harness).await;
                }
            )*
        })*
    };
}

#[cfg(test)]
mod tests {
    /// A behaviour that is written but not listed would never be tested.
    #[test]
    fn every_behaviour_is_listed() {
        let list = include_str!("cases.rs");
        let modules = [
            include_str!("items.rs"),
            include_str!("keys.rs"),
            include_str!("ranges.rs"),
            include_str!("paging.rs"),
            include_str!("edits.rs"),
            include_str!("removing.rs"),
            include_str!("conditions.rs"),
            include_str!("indexes.rs"),
            include_str!("transactions.rs"),
            include_str!("tokens.rs"),
            include_str!("races.rs"),
            include_str!("retries.rs"),
            include_str!("limits.rs"),
            include_str!("expiry.rs"),
        ];
        for module in modules {
            for written in module.lines().filter_map(|line| line.strip_prefix("pub async fn ")) {
                let name = written.split('(').next().unwrap();
                assert!(list.lines().any(|line| line.trim() == name), "{name} is not listed");
            }
        }
    }
}
