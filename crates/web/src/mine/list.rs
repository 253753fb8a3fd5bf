//! A page of what is somebody's, the newest first: made, answered, or both.

use super::{Asked, Mine, Part, Sight, Thing, forget, of};
use crate::{Services, system::SYSTEM};
use futures::future::try_join_all;
use kernel::UserId;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use store::{Comparison, Query, StoreError, Transaction, readable};

/// One of somebody's things as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub part: Part,
    pub mine: Mine,
    pub thing: Thing,
}

/// Where a page ended: the last row of each part that was on it, or on one before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    made: Option<String>,
    answered: Option<String>,
}

impl After {
    fn of(&mut self, part: Part) -> &mut Option<String> {
        match part {
            Part::Made => &mut self.made,
            Part::Answered => &mut self.answered,
        }
    }
}

/// A row, by the sort key that orders it.
struct Row {
    sort: String,
    part: Part,
    mine: Mine,
}

/// At most `limit` of what `user` did with things, and where the next page begins. Its cost does not grow with how many there are:
/// one query for each part and what each feature reads together.
pub async fn list(
    services: &Services,
    user: UserId,
    parts: &[Part],
    mut after: After,
    limit: usize,
) -> store::Result<(Vec<Listed>, Option<After>)> {
    loop {
        let mut rows = Vec::new();
        for part in parts {
            rows.extend(newest(services, user, *part, after.of(*part).clone(), limit + 1).await?);
        }
        rows.sort_by_key(|row| Reverse(row.sort.clone()));
        let more = rows.len() > limit;
        rows.truncate(limit);
        for row in &rows {
            *after.of(row.part) = Some(row.sort.clone());
        }
        let listed = look(services, user, rows).await?;
        // Everything on a page may be gone; it is met only once.
        if !more || !listed.is_empty() {
            return Ok((listed, more.then_some(after)));
        }
    }
}

async fn newest(
    services: &Services,
    user: UserId,
    part: Part,
    after: Option<String>,
    most: usize,
) -> store::Result<Vec<Row>> {
    let mut query: Query = of(user, part).reverse().limit(u32::try_from(most).unwrap_or(u32::MAX));
    if let Some(after) = after {
        query = query.compare(Comparison::Less, after);
    }
    let mut rows = Vec::new();
    loop {
        let page = services.store.query(query.clone()).await?;
        let read = readable::<Mine>(&SYSTEM, page.items).into_iter();
        rows.extend(read.map(|mine| Row { sort: mine.sort(), part, mine }));
        query.after = page.next;
        if query.after.is_none() || rows.len() >= most {
            return Ok(rows);
        }
    }
}

/// What the rows stand for, each feature's read together. What is gone is taken off the list.
async fn look(services: &Services, user: UserId, rows: Vec<Row>) -> store::Result<Vec<Listed>> {
    let mut sights: Vec<Sight> = rows.iter().map(|_| Sight::Hidden).collect();
    let asked = services.joined.things.iter().map(async |things| {
        let at: Vec<usize> =
            (0..rows.len()).filter(|at| things.kinds().contains(&rows[*at].mine.kind.as_str())).collect();
        let asked: Vec<_> = at.iter().map(|at| (rows[*at].part, &rows[*at].mine)).collect();
        let seen = if asked.is_empty() {
            Vec::new()
        } else {
            things.look(services, Asked { user, rows: &asked }).await?
        };
        Ok::<_, StoreError>(at.into_iter().zip(seen).collect::<Vec<_>>())
    });
    for (at, sight) in try_join_all(asked).await?.into_iter().flatten() {
        sights[at] = sight;
    }
    let (mut listed, mut gone) = (Vec::new(), Vec::new());
    for (Row { part, mine, .. }, sight) in rows.into_iter().zip(sights) {
        match sight {
            Sight::Here(thing) => listed.push(Listed { part, mine, thing }),
            Sight::Hidden => {}
            Sight::Gone => gone.push(forget(user, part, &mine)),
        }
    }
    for chunk in gone.chunks(store::port::BATCH) {
        services.store.transact(Transaction::of(chunk.to_vec())).await?;
    }
    Ok(listed)
}
