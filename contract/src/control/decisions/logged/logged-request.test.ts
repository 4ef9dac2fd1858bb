import { expect, test } from "vitest";
import { askDecision } from "../evaluated-request.fixture.ts";
import { keepCanonical } from "../../../wire/json/canonical-json.ts";
import { loggedRequestOf, storedFindings } from "./logged-request.ts";

const type = "github_token";

test("the stored paths of secrets are at most as long as twice a request", () => {
  const deep = Array.from({ length: 50 }, () => "x".repeat(600)).join("/");
  const findings = Array.from({ length: 1000 }, (_, index) => ({ type, path: `/args/${deep}/${index}` }));
  const stored = storedFindings(findings);
  expect(JSON.stringify(stored).length).toBeLessThan(3 * 64 * 1024);
  expect(stored.length).toBeGreaterThan(10);
  // The path of the nearest member that fits.
  for (const { path } of stored) {
    expect(path.length).toBeLessThanOrEqual(4000);
    expect(findings[0]?.path.startsWith(`${path}/`)).toBe(true);
  }
});

test("usual paths are stored as they are", () => {
  const findings = [
    { type, path: "/args/note" },
    { type, path: `/args/${"n".repeat(3000)}/0` },
  ];
  expect(storedFindings(findings)).toEqual(findings);
});

test.each([true, false])(
  "a request is logged up to 64 KiB, whether its size is known (%s) or not",
  (isKnown) => {
    const call = {
      ...askDecision.call,
      context: {},
      action: { name: "a" },
      resource: { type: "t", id: "1" },
    };
    const subject = { type: "agent", id: "a" };
    const loggedOf = (text: string) => {
      const args = isKnown ? keepCanonical({ text }) : { text };
      return loggedRequestOf({ call: { ...call, subject, args }, isFreeOfSecrets: true }, []).said;
    };
    const rest = JSON.stringify(loggedOf("")).length;
    const maxText = "é".repeat((64 * 1024 - rest) / 2);
    expect(JSON.stringify(loggedOf(maxText))).toContain(maxText);
    expect(loggedOf(`${maxText}xx`)).toBeNull();
  },
);
