//! Every ballot in the format of `roundtable tally`, for the manager. Equal ballots share a line and the most frequent come first, so
//! that the order says nothing about who voted when. The order for ties comes first, so that the count can be repeated exactly.

use crate::{
    Error,
    live::{Ballots, Held},
    model::Poll,
};
use tally::Name;
use web::Ctx;

pub async fn export_ballots(ctx: &Ctx, poll: &Poll) -> Result<String, Error> {
    let rankings = ctx.with_followed::<Ballots, _>(poll, Held::rankings).await?;
    let names = poll.names();
    let order: Vec<Name> =
        poll.tie_order().into_iter().filter_map(|at| names.get(at as usize).cloned()).collect();
    let ballots = rankings.iter().map(|(count, ranking)| tally::format_ballot(*count, ranking) + "\n");
    Ok(std::iter::once(tally::tie_order_line(&order) + "\n").chain(ballots).collect())
}
