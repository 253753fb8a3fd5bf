// Prints the events of a calendar as the library `ical.js` reads them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../.tools/node_modules/", import.meta.url));
const loaded = require("ical.js");
const ICAL = loaded.default ?? loaded;

ICAL.design.strict = true;
const calendar = new ICAL.Component(ICAL.parse(readFileSync(process.argv[2], "utf8")));
const moment = (time) => time.toJSDate().toISOString().replace(".000Z", "Z");
const events = calendar.getAllSubcomponents("vevent").map((event) => {
  const value = (name) => event.getFirstPropertyValue(name);
  return {
    changed: moment(value("last-modified")),
    description: value("description") ?? "",
    end: moment(value("dtend")),
    sequence: Number(value("sequence")),
    start: moment(value("dtstart")),
    status: value("status"),
    title: value("summary"),
    uid: value("uid"),
  };
});
console.log(JSON.stringify({ events, product: calendar.getFirstPropertyValue("prodid") }));
