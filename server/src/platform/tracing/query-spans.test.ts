import { expect, test } from "vitest";
import { summaryOf } from "./query-spans.ts";

test.each([
  ['select * from "jobs" where id = $1', "select jobs"],
  ['insert into "outbox" ("data") values ($1)', "insert outbox"],
  ["\n    with picked as (\n select id from webhooks limit $1) update webhooks set x = 1", "with webhooks"],
  ["update webhook_deliveries set status = $1", "update webhook_deliveries"],
  ["BEGIN;", "begin"],
  ["select pg_notify($1, '')", "select"],
  ["delete from only events where text = 'from secrets'", "delete events"],
  ["", "query"],
])("the query %j is summarized as %s", (sql, summary) => {
  expect(summaryOf(sql)).toBe(summary);
});
