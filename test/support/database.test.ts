import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "./database.ts";

const id = "01900000-0000-7000-8000-000000000001";

test("a fresh embedded database has no row of another test", async () => {
  const one = await freshDatabase("embedded");
  await one.knex("workspaces").insert({ id, name: "one", created_at: new Date() });
  await one.close();

  const next = await freshDatabase("embedded");
  onTestFinished(() => next.close());
  expect(await next.knex("workspaces")).toEqual([]);
});
