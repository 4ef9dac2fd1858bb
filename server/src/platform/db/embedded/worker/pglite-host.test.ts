import { describe, expect, test } from "vitest";
import { startHost } from "./pglite-host.fixture.ts";

describe("the thread of the embedded database", () => {
  test("accepts one connection after another, each with reset state", async () => {
    const { connect } = await startHost();
    const first = await connect();
    await first.query("create temp table mine (id int); set statement_timeout = 1234");
    await first.end();
    const second = await connect();
    const { rows } = await second.query(
      "select to_regclass('mine') as mine, current_setting('statement_timeout') as timeout",
    );
    await second.end();
    expect(rows).toEqual([{ mine: null, timeout: "0" }]);
  });
});
