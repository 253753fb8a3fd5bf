// A whole session through the TypeScript client that swagger-typescript-api generates: `session.mjs ADDRESS`.
import { Api, HangoutsAnswer, ShareablesEntity, type ShareablesShareableViewPoll } from "./client/api";

const address = process.argv[2];
const client = (token?: string) =>
  new Api({ baseUrl: address, baseApiParams: token ? { headers: { authorization: `Bearer ${token}` } } : {} }).api;

function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

const anyone = client();
const questions = [{ title: "Where?", options: [{ label: "Lake" }, { label: "Coast" }] }];
const made = (await anyone.createShareable({ entity: ShareablesEntity.Poll, name: "Weekend", expiresAfter: 7, questions })).data;
must(made.adminPasscode, "the passcode that is shown once");
const granted = (await anyone.requestShareableAccess(made.shortId, { passcode: made.adminPasscode })).data;
const organiser = client(granted.token);
const share = (await organiser.getShareable(made.shortId)).data as ShareablesShareableViewPoll;
must(share.entity === "poll" && share.name === "Weekend", JSON.stringify(share));
const [question] = share.questions;
const answers = [{ pollQuestionId: question.pollQuestionId, optionIds: [question.options[0].pollQuestionOptionId] }];
const vote = (await anyone.createShareableVote(made.shortId, { name: "Ana", answers })).data;
must(vote.code, "the code of one's own vote");
must((await organiser.getShareableResults(made.shortId)).data.totalVotes === 1, "one vote");

const poll = (await anyone.createRankedPoll({ title: "Where to?", candidates: ["Lake", "Coast", "Town"] })).data;
must((await anyone.createRankedPollVote(poll.id, { rankings: ["Coast", "Lake"] })).data.voterKey, "a voter's key");
must((await anyone.getRankedPollResults(poll.id)).data.winner === "Coast", "the coast wins");

const account = { email: "script@example.org", password: "a long enough phrase", displayName: "Script" };
const me = client((await anyone.registerAccount(account)).data.token);
must((await me.getMe()).data.displayName === "Script", "signed in");
const group = (await me.createGroup({ name: "Mill Lane" })).data;
const startTime = new Date(Date.now() + 7 * 86_400_000).toISOString();
const hangout = (await me.createHangout({ title: "Supper", groupIds: [group.groupId], startTime })).data;
must((await me.setHangoutResponse(hangout.hangoutId, { response: HangoutsAnswer.Going })).data.response === HangoutsAnswer.Going, "going");
console.log("typescript: a whole session");
