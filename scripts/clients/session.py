"""A whole session through the Python client that openapi-python-client generates: `session.py ADDRESS`."""

import datetime
import sys

from roundtable_client import AuthenticatedClient, Client
from roundtable_client.api.hangouts import create_group, create_hangout, set_hangout_response
from roundtable_client.api.identity import get_me, register_account
from roundtable_client.api.rankings import create_ranked_poll, create_ranked_poll_vote, get_ranked_poll_results
from roundtable_client.api.shareables import (
    create_shareable, create_shareable_vote, get_shareable, get_shareable_results, request_shareable_access)
from roundtable_client import models as m

address = sys.argv[1]
anyone = Client(base_url=address, raise_on_unexpected_status=True)


def done(answer):
    """A problem is what went wrong, in words."""
    assert answer is not None and not isinstance(answer, m.Problem), answer
    return answer


questions = [{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]
body = m.ShareablesNewShareable.from_dict(
    {"entity": "poll", "name": "Weekend", "expiresAfter": 7, "questions": questions, "viewPasscode": "let us in"})
made = done(create_shareable.sync(client=anyone, body=body))
assert made.admin_passcode, "the passcode that is shown once"
granted = done(request_shareable_access.sync(
    made.short_id, client=anyone, body=m.ShareablesAccessBody.from_dict({"passcode": made.admin_passcode})))
organiser = AuthenticatedClient(base_url=address, token=granted.token)
share = done(get_shareable.sync(made.short_id, client=organiser))
assert isinstance(share, m.ShareablesShareableViewPoll) and share.name == "Weekend", share
question = share.questions[0]
chosen = [{"pollQuestionId": str(question.poll_question_id), "optionIds": [str(question.options[1].poll_question_option_id)]}]
vote = done(create_shareable_vote.sync(
    made.short_id, client=organiser, body=m.ShareablesVoteFields.from_dict({"name": "Ana", "answers": chosen})))
assert vote.code
results = done(get_shareable_results.sync(made.short_id, client=organiser))
assert results.total_votes == 1, results

poll = done(create_ranked_poll.sync(client=anyone, body=m.RankingsCreatePollBody.from_dict(
    {"title": "Where to?", "candidates": ["Lake", "Coast", "Town"]})))
ballot = done(create_ranked_poll_vote.sync(
    poll.id, client=anyone, body=m.RankingsCastVoteBody.from_dict({"rankings": ["Coast", "Lake"]})))
assert ballot.voter_key
assert done(get_ranked_poll_results.sync(poll.id, client=anyone)).winner == "Coast"

signed_in = done(register_account.sync(client=anyone, body=m.IdentityRegisterBody.from_dict(
    {"email": "python@example.org", "password": "a long enough phrase", "displayName": "Python"})))
me = AuthenticatedClient(base_url=address, token=signed_in.token)
assert done(get_me.sync(client=me)).display_name == "Python"
group = done(create_group.sync(client=me, body=m.HangoutsCreateGroupBody.from_dict({"name": "Mill Lane"})))
start = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=7)).isoformat()
hangout = done(create_hangout.sync(client=me, body=m.HangoutsCreateHangoutBody.from_dict(
    {"title": "Supper", "groupIds": [str(group.group_id)], "startTime": start})))
response = done(set_hangout_response.sync(
    hangout.hangout_id, client=me, body=m.HangoutsRespondBody.from_dict({"response": "going"})))
assert response.response == "going", response
print("python: a whole session")
