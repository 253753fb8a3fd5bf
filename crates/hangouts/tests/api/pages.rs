//! The pages, as a browser without scripts uses them.

use crate::support::Town;
use jiff::SignedDuration;
use stage::Person;

/// The value of a hidden field.
fn hidden(page: &str, name: &str) -> String {
    let field = page.split(&format!("name=\"{name}\" value=\"")).nth(1);
    field.and_then(|rest| rest.split('"').next()).unwrap_or_else(|| panic!("no field {name}")).to_owned()
}

fn location(answer: &stage::Answer) -> String {
    answer.header("location").to_owned()
}

/// Makes a group by its form, and gives its address.
async fn makes_group(by: &Person, name: &str) -> String {
    let form = by.page("/groups/new").await.expect(200);
    let fields = [("once", &*hidden(&form.text, "once")), ("name", name), ("description", "By the bridge")];
    location(&by.submit("/groups/new", &fields).await.expect(303))
}

async fn makes_hangout(by: &Person, group: &str, title: &str) -> String {
    let id = group.rsplit('/').next().unwrap();
    let form = by.page(&format!("/hangouts/new?group={id}")).await.expect(200);
    let once = hidden(&form.text, "once");
    let fields = [
        ("once", &*once),
        ("title", title),
        ("startTime", "2037-11-20T18:30"),
        ("timeZone", "Europe/Lisbon"),
        ("group", id),
    ];
    location(&by.submit("/hangouts/new", &fields).await.expect(303))
}

on_both_engines! {
    async fn a_group_by_link_and_a_hangout_are_made_answered_moved_copied_cancelled_and_deleted(town: Town) {
        let (ana, bo) = (town.registers_in_a_browser("Ana").await, town.registers_in_a_browser("Bo").await);
        assert!(ana.page("/groups").await.expect(200).text.contains("No groups yet"));
        let group = makes_group(&ana, "Mill Lane").await;
        let shown = ana.page(&group).await.expect(200).text;
        assert!(shown.contains("Mill Lane") && shown.contains("By the bridge") && shown.contains("Only you are in this group"), "{shown}");
        // Invite by link; somebody without an account is sent to make one and back.
        let people = ana.page(&format!("{group}/members")).await.expect(200).text;
        let link = ana.submit(&format!("{group}/invites"), &[("once", &*hidden(&people, "once")), ("expiresAfter", "7")]).await.expect(200).text;
        assert!(link.contains("<div class=\"qr\"><svg"), "the link as a picture, too: {link}");
        for once in ["invites", "calendar"] {
            let again = ana.page(&format!("{group}/{once}")).await.expect(303);
            assert_eq!(location(&again), format!("{group}/members"), "what was shown once has an address that leads somewhere");
        }
        let join = link.split("/join/").nth(1).unwrap().split(['"', '<']).next().unwrap().to_owned();
        let join = format!("/join/{join}");
        let door = town.anyone().page(&join).await.expect(200).text;
        assert!(door.contains("Mill Lane") && door.contains("Ana") && door.contains("/register?next="), "{door}");
        assert_eq!(town.anyone().submit(&join, &[]).await.status, 303);
        assert!(ana.page(&join).await.expect(200).text.contains("You are already in this group."));
        let joined = location(&bo.submit(&join, &[]).await.expect(303));
        assert!(bo.page(&joined).await.expect(200).text.contains("You joined the group."));
        // A hangout, its form refused once with everything kept.
        let form = bo.page("/hangouts/new").await.expect(200);
        let once = hidden(&form.text, "once");
        let refused = bo.submit("/hangouts/new", &[("once", &*once), ("title", "Supper"), ("location", "Garden"), ("timeZone", "UTC")]).await.expect(422);
        assert!(refused.text.contains("Choose at least one group") && refused.text.contains("value=\"Garden\""), "{}", refused.text);
        let hangout = makes_hangout(&bo, &group, "Harvest supper").await;
        let page = ana.page(&hangout).await.expect(200).text;
        assert!(page.contains("Harvest supper") && page.contains("Planned by") && page.contains("18:30 Lisbon time"), "{page}");
        let said = location(&ana.submit(&format!("{hangout}/response"), &[("response", "going")]).await.expect(303));
        assert!(ana.page(&said).await.text.contains("Your response was saved."));
        let none = ana.submit(&format!("{hangout}/response"), &[]).await.expect(422).text;
        assert!(none.contains("Choose an answer."), "{none}");
        // From the feed it leads back to the feed.
        assert_eq!(location(&bo.submit(&format!("{hangout}/response"), &[("response", "maybe"), ("back", &*group)]).await.expect(303)), group);
        town.settles().await;
        assert!(bo.page(&group).await.text.contains("1 going, 1 maybe"));
        let list = ana.page("/hangouts").await.expect(200).text;
        assert!(list.contains("Mill Lane") && list.contains("You are going"), "{list}");
        // Edited at the version on the page; an older one is refused with what was typed.
        let edit = bo.page(&format!("{hangout}/edit")).await.expect(200).text;
        let version = hidden(&edit, "version");
        let id = group.rsplit('/').next().unwrap();
        let fields = |title: &'static str| [("version", version.clone()), ("title", title.to_owned()), ("group", id.to_owned()), ("timeZone", "UTC".into()), ("startTime", "2037-11-21T19:00".into())];
        let fields = |title| fields(title).map(|(name, value)| (name, value));
        let first = fields("Late supper");
        let first: Vec<_> = first.iter().map(|(name, value)| (*name, value.as_str())).collect();
        bo.submit(&format!("{hangout}/edit"), &first).await.expect(303);
        let again = bo.submit(&format!("{hangout}/edit"), &first).await.expect(412).text;
        assert!(again.contains("Your changes were not saved.") && again.contains("Late supper"), "{again}");
        // Copied, cancelled, restored, deleted.
        let copy = bo.page(&format!("{hangout}/copy")).await.expect(200).text;
        let copied = bo.submit(&format!("{hangout}/copy"), &[("once", &*hidden(&copy, "once")), ("startTime", "2037-12-24T18:00"), ("timeZone", "UTC")]).await.expect(303);
        assert_ne!(location(&copied), hangout);
        bo.submit(&format!("{hangout}/cancel"), &[]).await.expect(303);
        let cancelled = ana.page(&hangout).await.text;
        assert!(cancelled.contains("This hangout is cancelled.") && cancelled.contains("Cancelled"), "{cancelled}");
        town.settles().await;
        let list = ana.page("/hangouts").await.text;
        assert!(list.contains("Cancelled") && !list.contains("You are going"), "nobody goes to what is cancelled: {list}");
        bo.submit(&format!("{hangout}/restore"), &[]).await.expect(303);
        bo.submit(&format!("{hangout}/delete"), &[]).await.expect(303);
        ana.page(&hangout).await.expect(404);
        // The group edited, its calendar made, left.
        let edit = ana.page(&format!("{group}/edit")).await.expect(200).text;
        ana.submit(&format!("{group}/edit"), &[("version", &*hidden(&edit, "version")), ("name", "Mill Road")]).await.expect(303);
        assert!(bo.submit(&format!("{group}/calendar"), &[]).await.expect(200).text.contains("/calendar/groups/"));
        assert_eq!(location(&bo.submit(&format!("{group}/leave"), &[]).await.expect(303)), "/groups?done=left");
        bo.page(&group).await.expect(404);
    }

    async fn a_form_sent_twice_makes_one_thing(town: Town) {
        let ana = town.registers_in_a_browser("Ana").await;
        let form = ana.page("/groups/new").await.expect(200);
        let fields = [("once", &*hidden(&form.text, "once")), ("name", "Mill Lane")];
        let (first, second) = (ana.submit("/groups/new", &fields).await.expect(303), ana.submit("/groups/new", &fields).await.expect(303));
        assert_eq!(location(&first), location(&second));
    }

    async fn a_form_that_has_made_a_link_says_so_when_it_comes_for_another(town: Town) {
        let ana = town.registers_in_a_browser("Ana").await;
        let group = makes_group(&ana, "Mill Lane").await;
        let once = ana.page(&format!("{group}/members")).await.expect(200).hidden("once");
        let send = async |once: &str, days: &str| ana.submit(&format!("{group}/invites"), &[("once", once), ("expiresAfter", days)]).await;
        send(&once, "7").await.expect(200).shows("Save this link now.");
        let told = send(&once, "30").await.expect(200);
        told.shows("You already created this link.").shows("Create another</button>").shows("value=\"30\" selected");
        send(&told.hidden("once"), "30").await.expect(200).shows("Save this link now.");
        assert_eq!(ana.page(&format!("{group}/members")).await.expect(200).text.matches("Remove link").count(), 2);
    }

    async fn long_lists_are_shown_page_by_page(town: Town) {
        let ana = town.registers_in_a_browser("Ana").await;
        let here = ana.with_header("sec-fetch-site", "same-origin");
        let group = town.group(&here, "Mill Lane").await;
        for at in 0..23 {
            town.hangout(&here, &group, &format!("Number {at} of many"), at + 1).await;
        }
        for path in [format!("/groups/{group}"), "/hangouts".to_owned()] {
            let first = ana.page(&path).await.expect(200).text;
            assert!(first.matches("of many</bdi>").count() >= 20 && first.contains("Show more"), "{path}");
            let more = first.split("\">Show more").next().unwrap().rsplit("href=\"").next().unwrap().replace("&#38;", "&").replace("&amp;", "&");
            let second = ana.page(&more).await.expect(200).text;
            assert!(!second.contains("Show more"), "{more}");
        }
        town.advance(SignedDuration::from_hours(100));
        let past = ana.page("/hangouts?past=1").await.expect(200).text;
        assert!(past.contains("Number 22 of many") && past.contains(">Past</span>"));
        assert!(ana.page("/hangouts").await.text.contains("Nothing planned"));
    }

    async fn what_people_type_is_text_and_nothing_else(town: Town) {
        let ana = town.registers_in_a_browser("Ana").await;
        let group = makes_group(&ana, "<script>alert(1)</script>").await;
        let hangout = makes_hangout(&ana, &group, "\"><img src=x>").await;
        for path in [&*group, &*hangout, "/groups", "/hangouts", &format!("{group}/members"), &format!("{hangout}/edit")] {
            let page = ana.page(path).await.expect(200).text;
            assert!(!page.contains("<script>alert") && !page.contains("<img src=x>"), "{path}");
        }
    }

    async fn a_form_that_has_created_something_says_so_and_creates_another_when_it_is_sent_once_more(town: Town) {
        let ana = town.registers_in_a_browser("Ana").await;
        let group = makes_group(&ana, "Mill Lane").await;
        let id = group.rsplit('/').next().unwrap();
        let hangout = makes_hangout(&ana, &group, "Supper").await;
        let copy = format!("{hangout}/copy");
        let (first, second) = ("2037-11-20T18:30", "2037-11-21T18:30");
        let rest = [("title", "Lunch"), ("timeZone", "UTC"), ("group", id)];
        for (path, kind, field, values) in [
            ("/groups/new", "group", "name", ["Rowing", "Sailing"]),
            ("/hangouts/new", "hangout", "startTime", [first, second]),
            (&*copy, "copy", "startTime", [first, second]),
        ] {
            let once = ana.page(path).await.expect(200).hidden("once");
            let send = async |once: &str, value: &str| {
                let fields = [("once", once), (field, value)].into_iter().chain(rest.into_iter().filter(|_| kind != "group"));
                ana.submit(path, &fields.collect::<Vec<_>>()).await
            };
            let made = location(&send(&once, values[0]).await.expect(303));
            assert_eq!(location(&send(&once, values[0]).await.expect(303)), made, "a double tap makes one");
            let told = send(&once, values[1]).await.expect(200);
            told.shows(&format!("You already created this {kind}.")).shows(&format!("href=\"{made}\">Open</a>"));
            told.shows("Create another</button>").shows(&format!("value=\"{}\"", values[1]));
            assert_ne!(location(&send(&told.hidden("once"), values[1]).await.expect(303)), made);
        }
    }
}
