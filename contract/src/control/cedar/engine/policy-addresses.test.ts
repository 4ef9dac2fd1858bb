import { expect, test } from "vitest";
import { TextChecker } from "../text/text-checker.ts";
import { loadCedar } from "./load-cedar.fixture.ts";
import { decide, policy } from "./policy-engine.fixture.ts";

const permitIf = (condition: string) => policy(`permit (principal, action, resource) when { ${condition} };`);
const from = (sourceIp: unknown) => ({ context: { sourceIp } });

test("an address that is sent as text denies, and the reason names the expected type", () => {
  const inRange = permitIf('context has sourceIp && context.sourceIp.isInRange(ip("10.0.0.0/8"))');
  const { outcome, reasons } = decide([inRange], from("10.1.2.3"));
  expect([outcome, reasons.map(({ code }) => code)]).toEqual(["deny", ["policy_error"]]);
  expect(reasons[0]?.message).toContain("ipaddr");
});

test("a policy converts a text to an address", () => {
  const text =
    'permit (principal, action, resource) when { ip(context.sourceIp).isInRange(ip("10.0.0.0/8")) };';
  expect(new TextChecker(loadCedar).check(text).errors).toEqual([]);
  const outcomes = ["10.1.2.3", "192.168.0.1", "no address", 7].map(
    (sourceIp) => decide([policy(text)], from(sourceIp)).outcome,
  );
  expect(outcomes).toEqual(["allow", "deny", "deny", "deny"]);
});
