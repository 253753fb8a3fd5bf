//! Ballots as files for other programs. Equal ballots stand together and the most frequent come first, so that the order says
//! nothing about who voted when.

use crate::{
    Election, Name,
    reader::{FORMULA, format_ballot, tie_order_line},
};

impl Election {
    /// Returns a file of lines like `3,A>B`, which [`crate::read_ballots`] reads back to the same count.
    pub fn as_lines(&self) -> String {
        let order = tie_order_line(&self.tie_order_names()) + "\n";
        let ballots =
            self.rankings().into_iter().map(|(count, ranking)| format_ballot(count, &ranking) + "\n");
        std::iter::once(order).chain(ballots).collect()
    }

    /// Returns a BLT file for one seat. The tie order goes along as a comment, as in [`Self::as_lines`].
    pub fn as_blt(&self, title: &str) -> String {
        let order: Vec<String> = self.tie_order_names().iter().map(|name| inside_quotes(name)).collect();
        let head = format!("{}\n{} 1\n", tie_order_line(&order), self.candidates().len());
        let ballots = self.rankings().into_iter().map(|(count, ranking)| {
            let choices: String = self.numbers(&ranking).map(|number| number.to_string() + " ").collect();
            format!("{count} {choices}0\n")
        });
        let names = self.candidates().iter().map(Name::as_str).chain([title]);
        let names = names.map(|name| format!("\"{}\"\n", inside_quotes(name)));
        std::iter::once(head).chain(ballots).chain(["0\n".to_owned()]).chain(names).collect()
    }

    /// Returns a sheet that RCTab reads as "CSV": a column for each candidate, a row for each ballot, the rank in the cell. It
    /// comes in pieces, because it has as many rows as there are ballots.
    pub fn into_rank_columns(self) -> impl Iterator<Item = String> + Send {
        let header: Vec<String> = self.candidates().iter().map(|name| cell(name)).collect();
        let header = header.join(",") + "\r\n";
        let rows = self.rankings().into_iter().flat_map(move |(count, ranking)| {
            let mut ranks = vec![String::new(); self.candidates().len()];
            for (rank, number) in (1..).zip(self.numbers(&ranking)) {
                ranks[number - 1] = usize::to_string(&rank);
            }
            let row = ranks.join(",") + "\r\n";
            std::iter::repeat_n(row, usize::try_from(count).unwrap_or(usize::MAX))
        });
        std::iter::once(header).chain(rows)
    }

    /// The candidates of a ranking by number, counted from 1.
    fn numbers<'a>(&'a self, ranking: &'a [Name]) -> impl Iterator<Item = usize> + 'a {
        ranking
            .iter()
            .filter_map(|name| self.candidates().iter().position(|known| known == name))
            .map(|at| at + 1)
    }
}

/// BLT has no way to write a double quote inside a name.
fn inside_quotes(name: &str) -> String {
    name.replace('"', "”")
}

/// A cell of a sheet. Spreadsheets run what begins like a formula; after a space it is text.
fn cell(name: &str) -> String {
    let space = if name.starts_with(FORMULA) { " " } else { "" };
    format!("\"{space}{}\"", name.replace('"', "\"\""))
}
