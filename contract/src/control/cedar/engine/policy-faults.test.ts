import { loadCedar } from "./load-cedar.fixture.ts";
import { describe, expect, test } from "vitest";
import { policySet } from "../policy-set.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";
import { decide, engine, permitAll, policy, processClocks, request } from "./policy-engine.fixture.ts";

describe("faults that deny", () => {
  test("a forbid that fails, although the engine skips it", () => {
    const failing = policy("forbid (principal, action, resource) when { context.args.missing };");
    const verdict = decide([permitAll, failing]);
    expect(verdict).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: failing.id, code: "policy_error", version: 3 }],
    });
    expect(verdict.reasons[0]?.message).toContain("missing");
  });

  test("a permit that fails beside one that applies", () => {
    const failing = policy("permit (principal, action, resource) when { context.args.missing };");
    expect(decide([permitAll, failing])).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: failing.id }],
    });
  });

  test("a text that is not valid Cedar", () => {
    const broken = policy("permit everything");
    expect(decide([permitAll, broken])).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: broken.id, code: "policy_error" }],
    });
  });

  test("an attached policy that does not exist", () => {
    const set = policySet([permitAll], { baseline: false, unresolved: ["gone"] });
    expect(engine.decide(set, request(), nothingFound)).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: "gone", version: null, code: "policy_unresolved" }],
    });
  });

  test("more than 64 KiB of arguments or of policy text", () => {
    const long = "x".repeat(64 * 1024);
    expect(decide([permitAll], { args: { long } }).reasons[0]?.code).toBe("policy_too_large");
    expect(
      decide([permitAll, policy(`// ${long}\nforbid (principal, action, resource);`)]).reasons[0]?.code,
    ).toBe("policy_too_large");
  });

  test("arguments that are nested too deeply, if a policy reads them", () => {
    let args: Record<string, unknown> = {};
    for (let depth = 0; depth < 100; depth += 1) args = { args };
    expect(decide([permitAll], { args }).outcome).toBe("allow");
    const reading = policy("permit (principal, action, resource) when { context.args has args };");
    expect(decide([reading], { args }).reasons[0]?.code).toBe("policy_too_large");
  });

  describe("an evaluation of more than 50 ms", () => {
    const set = policySet([permitAll], { baseline: false });
    /** A clock that advances by `ms` milliseconds with each reading, so each evaluation takes this time. */
    const taking = (ms: number) => {
      let now = 0;
      return () => (now += ms);
    };

    test("that is slow again when repeated", () => {
      const late = new PolicyEngine({ load: loadCedar, clocks: { wall: taking(60), cpu: taking(51) } });
      for (let round = 0; round < 2; round += 1) {
        expect(late.decide(set, request(), nothingFound)).toMatchObject({
          outcome: "deny",
          reasons: [{ code: "policy_slow", message: "The policies took 51 ms; at most 50 ms are allowed." }],
        });
      }
    });

    test.each([
      ["the machine paused the process", 500, 2],
      ["other threads were busy", 2, 500],
    ])("but not if %s", (_title, wallMs, cpuMs) => {
      const busy = new PolicyEngine({
        load: loadCedar,
        clocks: { wall: taking(wallMs), cpu: taking(cpuMs) },
      });
      expect(busy.decide(set, request(), nothingFound).outcome).toBe("allow");
    });

    test("and a costly one is not repeated", () => {
      let calls = 0;
      const counting: typeof loadCedar = () => {
        const cedar = loadCedar();
        const statefulIsAuthorized: typeof cedar.statefulIsAuthorized = (call) => {
          calls += 1;
          return cedar.statefulIsAuthorized(call);
        };
        return { ...cedar, statefulIsAuthorized };
      };
      const clocks = { wall: taking(60), cpu: taking(51) };
      const late = new PolicyEngine({ load: counting, clocks });
      const codeOf = (length: number) => {
        const text = `permit (principal, action, resource) when { context.args.note like "*${"a".repeat(500)}b" };`;
        const costly = policySet([policy(text)], { baseline: false });
        const note = "x".repeat(length);
        return late.decide(costly, request({ args: { note } }), nothingFound).reasons[0]?.code;
      };
      // 4,001 × 502 steps are more than a tenth of the budget; 101 × 502 are less.
      expect([codeOf(4000), calls]).toEqual(["policy_slow", 1]);
      expect([codeOf(100), calls]).toEqual(["policy_slow", 3]);
    });

    test("but not if only the first evaluation was slow", () => {
      const readings = [0, 51, 51, 101];
      const paused = new PolicyEngine({
        load: loadCedar,
        clocks: { wall: () => readings.shift() ?? 0, cpu: taking(500) },
      });
      expect(paused.decide(set, request(), nothingFound).outcome).toBe("allow");
    });
  });

  test("a policy that is slow by the real clocks", () => {
    const real = new PolicyEngine({ load: loadCedar, clocks: processClocks });
    const codeOf = (length: number) => {
      const text = `permit (principal, action, resource) when { context.args.note like "*${"a".repeat(length)}b" };`;
      const slow = policySet([policy(text)], { baseline: false });
      return real.decide(slow, request({ args: { note: "a".repeat(2 * length) } }), nothingFound).reasons[0]
        ?.code;
    };
    // The time of an evaluation grows with the square of the length, up to one second at 64 KiB. On any
    // machine, at least one of these lengths therefore takes too long.
    expect([2000, 4000, 8000, 16_000, 30_000].some((length) => codeOf(length) === "policy_slow")).toBe(true);
  });

  test("a text that crashes the engine, without an effect on the next decision", () => {
    const deep = policy(
      `permit (principal, action, resource) when { ${"(".repeat(5000)}true${")".repeat(5000)} };`,
    );
    for (let round = 0; round < 4; round += 1) {
      expect(decide([deep])).toMatchObject({ outcome: "deny", reasons: [{ code: "policy_error" }] });
      expect(decide([permitAll]).outcome).toBe("allow");
    }
  });
});
