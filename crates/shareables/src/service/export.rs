//! Everything a share has come to, for its organiser to take away: CSV for a spreadsheet, JSON for a program.

use crate::{
    Error,
    model::{Access, Content, Poll, Results, Rsvp, RsvpSummary, ShortId, Vote},
    service::{
        get,
        open::{self, Opened},
        rsvps, votes,
    },
    view::{ContentView, ItemView, RsvpView, ShareableView, VoteView},
};
use serde::Serialize;
use utoipa::ToSchema;
use web::Ctx;

/// A share with everything in it, participants' codes included. A checklist's ticks are in its items.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    pub shareable: ShareableView,
    /// Of an event, as is `summary`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rsvps: Option<Vec<RsvpView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<RsvpSummary>,
    /// Of a poll, as are `results`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<Vec<VoteView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Results>,
}

/// Everything, as JSON.
pub async fn export_json(ctx: &Ctx, id: &ShortId) -> Result<Export, Error> {
    let opened = open::for_organising(ctx, id).await?;
    let content = opened.share.content.clone();
    let shareable = get::show(ctx, opened).await?;
    let mut export = Export { shareable, rsvps: None, summary: None, votes: None, results: None };
    match content {
        Content::Checklist(_) => {}
        Content::Event(_) => {
            let all = rsvps::all(ctx.store.as_ref(), id).await?;
            export.summary = Some(RsvpSummary::of(&all));
            export.rsvps = Some(all.into_iter().map(RsvpView::with_code).collect());
        }
        Content::Poll(poll) => {
            let all = votes::all(ctx.store.as_ref(), id).await?;
            export.results = Some(Results::count(&poll, &all));
            export.votes = Some(all.into_iter().map(VoteView::from).collect());
        }
    }
    Ok(export)
}

/// The answers, one a line, without participants' codes.
pub async fn export_csv(ctx: &Ctx, id: &ShortId) -> Result<Vec<u8>, Error> {
    let Opened { share, .. } = open::for_organising(ctx, id).await?;
    let rows = match &share.content {
        Content::Event(_) => rsvp_rows(&rsvps::all(ctx.store.as_ref(), id).await?),
        Content::Poll(poll) => vote_rows(poll, &votes::all(ctx.store.as_ref(), id).await?),
        Content::Checklist(_) => {
            let shown = get::show(ctx, Opened { share, access: Access::Admin }).await?;
            match shown.content {
                ContentView::Checklist(checklist) => item_rows(&checklist.items),
                ContentView::Event(_) | ContentView::Poll(_) => Vec::new(),
            }
        }
    };
    write(&rows)
}

type Row = Vec<String>;

fn item_rows(items: &[ItemView]) -> Vec<Row> {
    let head = ["name", "note", "checked", "checkedBy", "checkedAt"].map(str::to_owned).to_vec();
    let rows = items.iter().map(|item| {
        vec![
            item.name.clone(),
            item.note.clone().unwrap_or_default(),
            if item.checked { "yes" } else { "no" }.to_owned(),
            item.checked_by.clone().unwrap_or_default(),
            item.checked_at.map(|at| at.to_string()).unwrap_or_default(),
        ]
    });
    std::iter::once(head).chain(rows).collect()
}

fn rsvp_rows(rsvps: &[Rsvp]) -> Vec<Row> {
    let head = ["name", "response", "guestCount", "createdAt", "updatedAt"].map(str::to_owned).to_vec();
    let rows = rsvps.iter().map(|rsvp| {
        vec![
            rsvp.name.clone(),
            rsvp.response.name().to_owned(),
            rsvp.guest_count.to_string(),
            rsvp.created_at.to_string(),
            rsvp.updated_at.to_string(),
        ]
    });
    std::iter::once(head).chain(rows).collect()
}

fn vote_rows(poll: &Poll, votes: &[Vote]) -> Vec<Row> {
    let titles = poll.questions.iter().map(|question| question.title.clone());
    let head = std::iter::once("name".to_owned())
        .chain(titles)
        .chain(["createdAt".to_owned(), "updatedAt".to_owned()]);
    let rows = votes.iter().map(|vote| {
        let chosen =
            poll.questions.iter().map(|question| question.chosen_in(vote).collect::<Vec<_>>().join("; "));
        let times = [vote.created_at.to_string(), vote.updated_at.to_string()];
        std::iter::once(vote.name.clone().unwrap_or_default()).chain(chosen).chain(times).collect()
    });
    std::iter::once(head.collect()).chain(rows).collect()
}

fn write(rows: &[Row]) -> Result<Vec<u8>, Error> {
    let failed =
        |error: &dyn std::error::Error| Error::Internal(format!("the CSV cannot be written: {error}"));
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(row.iter().map(|cell| harmless(cell).into_owned()))
            .map_err(|error| failed(&error))?;
    }
    writer.into_inner().map_err(|error| failed(&error))
}

/// Spreadsheets run what begins like a formula, some also in the wide letters of East Asia; a quote before it makes it text.
fn harmless(cell: &str) -> std::borrow::Cow<'_, str> {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        format!("'{cell}").into()
    } else {
        cell.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_a_formula_is_made_text() {
        let rows = [["=1+1", "+49 30", "a, \"b\"", "5", "@x", "＝1"].map(str::to_owned).to_vec()];
        let csv = String::from_utf8(write(&rows).unwrap()).unwrap();
        assert_eq!(csv, "'=1+1,'+49 30,\"a, \"\"b\"\"\",5,'@x,'＝1\r\n");
    }
}
