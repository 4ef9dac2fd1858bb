import { describe, expect, it } from "vitest";
import type { Policy, SimulatePolicyBody } from "./policy-responses.ts";
import { loadCedar } from "../cedar/engine/load-cedar.fixture.ts";
import { TextChecker } from "../cedar/text/text-checker.ts";
import { draftId, draftPolicy, testReportToWire, validationToWire } from "./policy-trials.ts";
import { baselineOutcomes, baselineVersionOf } from "./policy-wire.ts";

const checker = new TextChecker(loadCedar);
const check = (text: string) => checker.check(text);
const permit = "permit(principal, action, resource);";
const forbid = "forbid(principal, action, resource);";
const removes = '@transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]") ';
const bodyOf = (body: Partial<SimulatePolicyBody>): SimulatePolicyBody => ({
  policyId: undefined,
  text: undefined,
  outcome: undefined,
  code: undefined,
  agentId: undefined,
  last: undefined,
  ...body,
});
const known = {
  entities: [],
  parents: [],
  types: [],
  actions: [],
  agents: [],
  tools: { declared: [], settings: { toolRisk: {}, toolApprovers: {}, toolGroups: {} } },
};
const validated = (text: string, outcome?: "ask" | "transform") => {
  const input = { mode: "enforce", status: "active", unknownNames: "refuse", outcome } as const;
  return validationToWire(check(text), input, known);
};

describe("the check of a policy", () => {
  it("accepts a text, and reports the extent of the check", () => {
    expect(validated(permit)).toEqual({ valid: true, validated: "strict", errors: [], warnings: [] });
    expect(validated('permit(principal == user::"a", action, resource);').validated).toBe("syntax");
  });

  it.each([
    ["", "the policy text contains no policy"],
    ["permit(principal, action, resource)", "unexpected end of input; expected `;` or identifier"],
    ["permit(principal];", "unexpected token `]`"],
    ["allow(principal, action, resource);", "invalid policy effect: allow"],
    ["permit(principal == ?principal, action, resource);", "the policy text is a template"],
  ])("names the fault of %j", (text, message) => {
    const { valid, errors } = validated(text);
    expect([valid, errors.length, errors[0]?.message.startsWith(message)]).toEqual([false, 1, true]);
  });

  it("rejects an outcome that no forbid of the text can have", () => {
    expect(validated(permit, "ask").errors[0]?.message).toContain("no forbid of the text");
    expect(validated(forbid, "transform").valid).toBe(false);
    expect(validated(removes + forbid, "transform").valid).toBe(true);
  });

  it("warns of a forbid that returns ask regardless of an approval", () => {
    expect(validated(forbid, "ask")).toMatchObject({ valid: true, warnings: [{ line: null }] });
    const ends = "forbid(principal, action, resource) unless { context.facts.approved };";
    expect(validated(ends, "ask").warnings).toEqual([]);
  });
});

describe("a draft", () => {
  const [baseline] = baselineOutcomes;
  const stored: Policy | undefined = baseline && {
    ...baseline,
    id: "p",
    text: forbid,
    outcome: "ask",
    version: 2,
  };

  it("takes omitted members from the stored policy", () => {
    expect(draftPolicy(bodyOf({ policyId: "p" }), stored, check)).toMatchObject({
      id: "p",
      version: 3,
      text: forbid,
      outcome: "ask",
      mode: "enforce",
    });
  });

  it("is independent without a policy, and its forbids deny", () => {
    const draft = draftPolicy(bodyOf({ text: forbid }), undefined, check);
    expect([draft.id, draft.version, draft.outcome]).toEqual([draftId, 1, "deny"]);
    expect(draftPolicy(bodyOf({ text: permit }), stored, check).outcome).toBeNull();
  });

  it("is refused for an invalid text, an invalid outcome, and without a text", () => {
    const code = (fault: string) => expect.objectContaining({ code: fault });
    const draft = (body: Partial<SimulatePolicyBody>) => () => draftPolicy(bodyOf(body), undefined, check);
    expect(draft({ text: "permit(" })).toThrow(code("validation_failed"));
    expect(draft({ text: permit, outcome: "ask" })).toThrow(code("validation_failed"));
    expect(draft({ policyId: "p" })).toThrow(code("not_found"));
  });
});

it("counts the test cases that passed", () => {
  const results = [true, false, true].map((passed) => ({ passed, messages: [] }));
  expect(testReportToWire({ id: "p", version: 4 }, results)).toEqual({
    policyId: "p",
    version: 4,
    passed: 2,
    failed: 1,
    results,
  });
});

it("finds the baseline by its only version", () => {
  const [first] = baselineOutcomes;
  expect(baselineVersionOf(first?.id ?? "", 1)).toBe(first);
  expect(() => baselineVersionOf(first?.id ?? "", 2)).toThrow(expect.objectContaining({ code: "not_found" }));
  expect(baselineVersionOf("p", 2)).toBeUndefined();
});
