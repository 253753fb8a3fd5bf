//! Passcodes and passwords that are drawn for people, made of words: short, known to most, hard to mishear.

use crate::Rng;

/// What can be read out and typed on a phone: three words and five digits, more than 40 bits.
pub fn passcode(rng: &Rng) -> String {
    let [one, two, three] = std::array::from_fn(|_| WORDS[rng.index(WORDS.len())]);
    format!("{one}-{two}-{three}-{:05}", rng.below(100_000))
}

/// 256 of them, so that each is worth exactly eight bits.
#[rustfmt::skip]
const WORDS: [&str; 256] = [
    "acorn", "amber", "anchor", "apple", "apron", "arrow", "aspen", "autumn", "bagel", "bamboo",
    "banjo", "barley", "basil", "basket", "beach", "beacon", "bell", "berry", "birch", "biscuit",
    "bison", "blanket", "bloom", "blossom", "boat", "bottle", "branch", "bread", "breeze", "brick",
    "bridge", "bronze", "brook", "brush", "bubble", "bucket", "button", "cabin", "cactus", "camel",
    "candle", "canoe", "canyon", "carpet", "carrot", "castle", "cedar", "cello", "cherry", "chess",
    "chestnut", "cider", "circle", "clay", "cliff", "clock", "cloud", "clover", "cocoa", "comet",
    "compass", "copper", "coral", "cotton", "crane", "crayon", "cricket", "crown", "curtain", "daisy",
    "dawn", "denim", "desert", "diamond", "dolphin", "domino", "donkey", "dragon", "drum", "duck",
    "dune", "eagle", "easel", "echo", "elm", "ember", "emerald", "falcon", "feather", "fennel", "fern",
    "fiddle", "finch", "flame", "flute", "forest", "fountain", "fox", "frost", "galaxy", "garden",
    "garlic", "gecko", "ginger", "glacier", "globe", "goose", "granite", "grape", "guitar", "hammer",
    "harbor", "harp", "hazel", "heron", "hickory", "honey", "island", "ivory", "jacket", "jaguar",
    "jasmine", "jelly", "jigsaw", "juniper", "kayak", "kettle", "kite", "koala", "ladder", "lagoon",
    "lake", "lantern", "laurel", "lemon", "lentil", "lilac", "lily", "linen", "lobster", "lotus",
    "magnet", "mango", "maple", "marble", "meadow", "melon", "meteor", "mint", "mitten", "monkey",
    "moon", "mosaic", "moss", "mountain", "muffin", "mustard", "napkin", "needle", "noodle", "nutmeg",
    "oak", "oasis", "ocean", "olive", "onion", "opal", "orange", "orbit", "orchid", "otter", "owl",
    "paddle", "panda", "paper", "parrot", "pasta", "peach", "peanut", "pebble", "pepper", "piano",
    "picnic", "pigeon", "pillow", "pine", "planet", "plum", "pocket", "pond", "poppy", "potato",
    "prairie", "puffin", "pumpkin", "quartz", "quill", "quilt", "rabbit", "radish", "raft", "rainbow",
    "raven", "reef", "ribbon", "river", "robin", "rocket", "rose", "ruby", "saddle", "saffron", "sail",
    "salmon", "sapphire", "satin", "scarf", "shell", "silver", "sky", "slate", "sparrow", "spruce",
    "squash", "star", "stone", "summer", "sunset", "swan", "table", "tango", "teapot", "thistle",
    "tiger", "timber", "toast", "tomato", "topaz", "torch", "tulip", "tundra", "turtle", "umbrella",
    "valley", "vanilla", "velvet", "violet", "violin", "wagon", "walnut", "water", "willow", "window",
    "winter", "wolf", "zebra",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_passcode_is_three_words_and_five_digits() {
        let passcode = passcode(&Rng::seeded(1));
        let parts: Vec<_> = passcode.split('-').collect();
        assert_eq!(parts.len(), 4, "{passcode}");
        assert!(parts[..3].iter().all(|word| WORDS.contains(word)), "{passcode}");
        assert!(parts[3].len() == 5 && parts[3].bytes().all(|b| b.is_ascii_digit()), "{passcode}");
    }

    #[test]
    fn words_are_sorted_all_different_and_plain() {
        assert!(WORDS.is_sorted_by(|one, next| one < next));
        assert!(
            WORDS
                .iter()
                .all(|word| (3..=8).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase()))
        );
    }
}
