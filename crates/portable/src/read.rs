//! From lines to items: every line is checked for its place, every table for its count and checksum.

use crate::{
    error::{Error, LeftOut, Result},
    file::File,
    line::{Header, Line, VERSION},
    sum::{Digest, Sum, Written, digest},
    value::item,
};
use store::{Item, Table};

/// What a line means.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    Header(Header),
    Begin(&'static Table),
    Item(&'static Table, Item, Digest),
    /// A row that cannot be read.
    LeftOut(LeftOut),
    /// A table is whole.
    End(&'static Table, Sum),
    File(File),
    /// All files have come.
    Files(Sum),
    Done,
}

/// Reads an export line by line.
pub struct Reader {
    tables: Vec<&'static Table>,
    lines: u64,
    version: u32,
    place: Place,
    /// The tables that were read whole.
    read: Vec<(&'static Table, Sum)>,
}

#[derive(Clone, Copy)]
enum Place {
    Start,
    Between,
    /// In a table: what was read of it, and how many rows cannot be read.
    Within(&'static Table, Sum, u64),
    /// Among the files, which follow all tables.
    Filing(Sum),
    Filed,
    End,
}

impl Reader {
    /// Reads exports of these tables; one that is missing from an export was empty, or not there yet.
    pub fn new(tables: &[&'static Table]) -> Self {
        Self { tables: tables.to_vec(), lines: 0, version: VERSION, place: Place::Start, read: Vec::new() }
    }

    /// The number of the line that was read last.
    pub fn at(&self) -> u64 {
        self.lines
    }

    pub fn line(&mut self, text: &str) -> Result<Step> {
        self.lines += 1;
        let line = match (self.place, serde_json::from_str(text)) {
            (_, Ok(line)) => line,
            (Place::Within(table, sum, left_out), Err(error)) => {
                self.place = Place::Within(table, sum, left_out + 1);
                return Ok(self.left_out(table, error.to_string()));
            }
            (_, Err(error)) => return Err(self.unreadable(&error)),
        };
        let (place, step) = match (self.place, line) {
            (Place::Start, Line::Roundtable(header)) => {
                self.version = header.version;
                (Place::Between, known(header)?)
            }
            (Place::Between, Line::Table(name)) => {
                let table = self.table(&name)?;
                (Place::Within(table, Sum::default(), 0), Step::Begin(table))
            }
            (Place::Within(table, mut sum, left_out), Line::Item(attributes)) => match item(attributes) {
                Ok(item) => {
                    let digest = digest(&item);
                    sum.add(digest);
                    (Place::Within(table, sum, left_out), Step::Item(table, item, digest))
                }
                Err(why) => (Place::Within(table, sum, left_out + 1), self.left_out(table, why)),
            },
            (Place::Within(table, sum, left_out), Line::End(written))
                if is_whole(&written, sum, left_out) =>
            {
                self.read.push((table, sum));
                (Place::Between, Step::End(table, sum))
            }
            (Place::Within(table, ..), Line::End(_)) => {
                return Err(self.damaged(format!("the checksum of {} does not fit its items", table.name)));
            }
            (place @ (Place::Between | Place::Filing(_)), Line::File(written)) => {
                let (file, mut sum) = (written.read().map_err(|why| self.damaged(why))?, filed(place));
                sum.add(file.digest());
                (Place::Filing(sum), Step::File(file))
            }
            (place @ (Place::Between | Place::Filing(_)), Line::Files(written)) => {
                let sum = filed(place);
                if written != sum.into() {
                    return Err(self.damaged("the checksum of the files does not fit them"));
                }
                (Place::Filed, Step::Files(sum))
            }
            (Place::Filed, Line::Done(tables)) if tables == self.read.len() => (Place::End, Step::Done),
            (Place::Between, Line::Done(tables)) if self.version == 1 && tables == self.read.len() => {
                (Place::End, Step::Done)
            }
            _ => return Err(self.damaged("it does not belong there")),
        };
        self.place = place;
        Ok(step)
    }

    /// The tables and what they held, once all was read.
    pub fn finish(self) -> Result<Vec<(&'static Table, Sum)>> {
        match self.place {
            Place::End => Ok(self.read),
            _ => Err(Error::CutOff),
        }
    }

    fn table(&self, name: &str) -> Result<&'static Table> {
        let known = self.tables.iter().find(|table| table.name == name);
        let known = known.ok_or_else(|| Error::UnknownTable(name.to_owned()))?;
        if self.read.iter().any(|(read, _)| read.name == name) {
            return Err(self.damaged(format!("the table {name} comes twice")));
        }
        Ok(known)
    }

    fn unreadable(&self, error: &serde_json::Error) -> Error {
        if self.lines == 1 {
            return Error::NotOurs("its first line does not say so".to_owned());
        }
        self.damaged(error.to_string())
    }

    fn left_out(&self, table: &'static Table, why: String) -> Step {
        Step::LeftOut(LeftOut { line: self.lines, table: Some(table.name), why })
    }

    fn damaged(&self, why: impl Into<String>) -> Error {
        Error::Damaged { line: self.lines, why: why.into() }
    }
}

/// Returns whether a table ends where it was written to end. The checksum says so only where every row was read.
fn is_whole(written: &Written, sum: Sum, left_out: u64) -> bool {
    if left_out == 0 { *written == sum.into() } else { written.items == sum.items + left_out }
}

/// The files so far.
fn filed(place: Place) -> Sum {
    match place {
        Place::Filing(sum) => sum,
        _ => Sum::default(),
    }
}

fn known(header: Header) -> Result<Step> {
    if header.version > VERSION {
        return Err(Error::Newer { found: header.version, known: VERSION });
    }
    Ok(Step::Header(header))
}
