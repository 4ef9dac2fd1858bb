import { expect, test, vi } from "vitest";
import { loadCedar } from "../engine/load-cedar.fixture.ts";
import { nothingFound, PolicyEngine } from "../engine/policy-engine.ts";
import { permitAll, policy, request, stoppedClocks } from "../engine/policy-engine.fixture.ts";
import { policySet } from "../policy-set.ts";
import { KnownStatements, splitText } from "./known-statements.ts";

const cedar = loadCedar();
const forbids = ["a", "b", "c"]
  .map((name) => `@id("same") @message("${name}") forbid (principal, action, resource == tool::"${name}");`)
  .join("\n");

/** The messages of a decision about a tool. */
const messagesFor = (engine: PolicyEngine, set: Parameters<PolicyEngine["decide"]>[0], id: string) =>
  engine
    .decide(set, request({ resource: { type: "tool", id } }), nothingFound)
    .reasons.map(({ message }) => message);

test("the sets with a text share its statements, which the engine splits once or never", () => {
  const engine = new PolicyEngine({ load: loadCedar, clocks: stoppedClocks });
  const split = vi.spyOn(engine.statements, "split");
  const sets = [1, 2].map(() => policySet([policy(forbids), permitAll], { baseline: false }));
  const [first, second] = sets;
  if (!first || !second) throw new Error("two sets");
  expect(engine.unknownTexts(first)).toEqual([forbids, permitAll.text]);
  engine.statements.add(forbids, splitText(cedar, forbids));
  expect(engine.unknownTexts(first)).toEqual([permitAll.text]);
  for (const set of sets) expect(messagesFor(engine, set, "b")).toEqual(["b"]);
  expect(split.mock.calls.map(([, text]) => text)).toEqual([permitAll.text]);
  expect(engine.unknownTexts(second)).toEqual([]);
});

test("each statement of several policies has its own reason, also if they have the same id", () => {
  const engine = new PolicyEngine({ load: loadCedar, clocks: stoppedClocks });
  // A comment at the end of a text must not hide the next text.
  const texts = [`${forbids} // end`, "permit (principal, action, resource); // end", `// start\n${forbids}`];
  const set = policySet(
    texts.map((text) => policy(text)),
    { baseline: false },
  );
  for (const id of ["a", "b", "c"]) expect(messagesFor(engine, set, id)).toEqual([id, id]);
  expect(messagesFor(engine, set, "d")).toHaveLength(1);
});

test("sets that are denied or given up have no text to split", () => {
  const engine = new PolicyEngine({ load: loadCedar, clocks: stoppedClocks });
  const unresolved = policySet([policy(forbids)], { baseline: false, unresolved: ["gone"] });
  expect(engine.unknownTexts(unresolved)).toEqual([]);
  const large = policySet([policy(`${forbids} // ${"x".repeat(64 * 1024)}`)], { baseline: false });
  expect(engine.unknownTexts(large)).toEqual([]);
});

test("the text that was used least recently is forgotten first", () => {
  const known = new KnownStatements();
  const [first, second, third] = ["1", "2", "3"].map((digit) => digit.repeat(700_000));
  if (first === undefined || second === undefined || third === undefined) throw new Error("three texts");
  const none = { ok: true, statements: [] } as const;
  for (const text of [first, second]) known.add(text, none);
  known.of(cedar, first);
  known.add(third, none);
  expect([first, second, third].map((text) => known.has(text))).toEqual([true, false, true]);
});
