import { expect, test } from "vitest";
import { createLogger } from "../../log.ts";
import { logFailure } from "./log-failure.ts";

function logged(error: unknown): Record<string, unknown> {
  let line = "";
  const log = createLogger("info", { write: (text: string) => void (line += text) });
  logFailure(log, error, "it failed", { requestId: "req_1" });
  return JSON.parse(line);
}

test.each([
  ["a refused connection", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })],
  ["several refused connections", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })],
  [
    "a Postgres server that shuts down",
    Object.assign(new Error("terminating connection"), { code: "57P01" }),
  ],
  ["a lost connection", new Error("Connection terminated unexpectedly")],
])("%s is logged as a warning with its cause, without a stack", (_what, error) => {
  const line = logged(error);
  expect(line).toEqual({
    level: 40,
    time: expect.any(Number),
    requestId: "req_1",
    cause: expect.stringMatching(/./),
    msg: "it failed",
  });
});

test("an internal error is logged with its stack", () => {
  expect(logged(new TypeError("x is not a function"))).toMatchObject({
    level: 50,
    requestId: "req_1",
    err: { type: "TypeError", stack: expect.stringContaining("log-failure.test.ts") },
    msg: "it failed",
  });
});
