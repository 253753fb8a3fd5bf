"""Prints the events of a calendar as the library `icalendar` reads them."""

import json
import sys
from datetime import timezone

from icalendar import Calendar


def moment(value):
    return value.dt.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


with open(sys.argv[1], "rb") as file:
    calendar = Calendar.from_ical(file.read())
events = []
for event in calendar.walk("VEVENT"):
    if event.errors:
        sys.exit("read.py: %s" % event.errors)
    events.append({
        "uid": str(event["UID"]),
        "title": str(event["SUMMARY"]),
        "description": str(event.get("DESCRIPTION", "")),
        "start": moment(event["DTSTART"]),
        "end": moment(event["DTEND"]),
        "changed": moment(event["LAST-MODIFIED"]),
        "sequence": int(event["SEQUENCE"]),
        "status": str(event["STATUS"]),
    })
print(json.dumps({"product": str(calendar["PRODID"]), "events": events}, ensure_ascii=False, sort_keys=True))
