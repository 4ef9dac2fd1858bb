import { expect, test } from "vitest";
import { createLogger } from "./log.ts";
import { newSecret } from "./secrets/api-key-secret.ts";

function logged(...entries: Parameters<ReturnType<typeof createLogger>["info"]>[]): string {
  let text = "";
  const log = createLogger("info", { write: (line: string) => void (text += line) });
  for (const entry of entries) log.info(...entry);
  return text;
}

test("a line is one JSON object with its time, level and fields", () => {
  const line = JSON.parse(logged([{ requestId: "req_1", status: 200 }, "request"]));
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    requestId: "req_1",
    status: 200,
    msg: "request",
  });
});

test("no line contains secrets, in any field or text", () => {
  const key = newSecret();
  const webhook = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const text = logged(
    [{ headers: { authorization: `Bearer ${key}` } }, "a"],
    [{ request: { headers: { cookie: "session=1234567890" } } }, "b"],
    [{ config: { secret: webhook, password: "hunter2!" } }, "c"],
    [{ err: new Error(`refused ${key} at postgres://assay:hunter2!@db/assay`) }, `sent Bearer ${key}`],
    [{ body: `{"secret":"${webhook}"}` }, webhook],
    [{ apiKey: "other-system-key" }, "d"],
    [
      { err: new Error("postgres://assay:hunter@2!x@db/assay?sslpassword=hunter3") },
      `no ${key.slice(0, -1)}`,
    ],
    [{ err: new Error("fetch failed: https://assay:hunter4@collector:4318/v1/traces") }, `no ${key}x`],
  );
  const secrets = [key, webhook, "hunter2!", "session=1234567890", "other-system-key"];
  for (const secret of [...secrets, "2!x", "hunter3", "hunter4", key.slice(12, -1)])
    expect(text).not.toContain(secret);
  expect(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg),
  ).toHaveLength(8);
  expect(text).toContain("postgres://assay:[redacted]@db/assay");
});
