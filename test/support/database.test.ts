import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "./database.ts";

const id = "01900000-0000-7000-8000-000000000001";

test("a fresh embedded database has no row that another wrote", async () => {
  const one = await freshDatabase("embedded");
  await one.knex("workspaces").insert({ id, name: "one", created_at: new Date() });
  await one.close();

  const next = await freshDatabase("embedded");
  onTestFinished(() => next.close());
  expect(await next.knex("workspaces")).toEqual([]);
});

test("a fresh embedded database has no table, trigger or role that another changed", async () => {
  const changes = [
    "create table own (id int)",
    "alter table events disable trigger events_keep",
    "create role other",
    "alter table workspaces add column own int",
  ];
  for (const change of changes) {
    const one = await freshDatabase("embedded");
    await one.knex.raw(change);
    await one.close();
    const next = await freshDatabase("embedded");
    const { rows } = await next.knex.raw(
      `select to_regclass('own') is not null or exists (select from pg_roles where rolname = 'other')
        or exists (select from pg_trigger where tgname = 'events_keep' and tgenabled <> 'A')
        or exists (select from pg_attribute where attrelid = 'workspaces'::regclass and attname = 'own') as changed`,
    );
    await next.close();
    expect({ change, rows }).toEqual({ change, rows: [{ changed: false }] });
  }
});
