//! How far somebody has followed, as it stands in a page's address (`since`) and in an event's id.

use std::{fmt, num::ParseIntError, str::FromStr};

/// A revision, and the process that told it: `1700000000000-1f2e3d4c`. Programs may leave the process out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub rev: u64,
    pub process: Option<u32>,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rev)?;
        self.process.map_or(Ok(()), |process| write!(f, "-{process:08x}"))
    }
}

impl FromStr for Seen {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let (rev, process) = text.split_once('-').map_or((text, None), |(rev, process)| (rev, Some(process)));
        let process = process.map(|process| u32::from_str_radix(process, 16)).transpose()?;
        Ok(Self { rev: rev.parse()?, process })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_a_number_alone_too() {
        for seen in [Seen { rev: 17, process: Some(0x0000_beef) }, Seen { rev: u64::MAX, process: None }] {
            assert_eq!(seen.to_string().parse(), Ok(seen));
        }
        assert_eq!(Seen { rev: 17, process: Some(0xbeef) }.to_string(), "17-0000beef");
        for text in ["", "-", "17-", "-1f", "17-xyz", "17-123456789", "17-1-1"] {
            assert!(text.parse::<Seen>().is_err(), "{text:?}");
        }
    }
}
