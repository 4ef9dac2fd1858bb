import { describe, expect, test } from "vitest";
import { effectiveSet } from "./sets/effective-set.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";
import { decide, engine, permitAll, policy, request } from "./policy-engine.fixture.ts";
import { processClocks } from "./time-budget.ts";

describe("whatever goes wrong is a deny", () => {
  test("a forbid that errs, though the engine skips it", () => {
    const erring = policy("forbid (principal, action, resource) when { context.args.missing };");
    const verdict = decide([permitAll, erring]);
    expect(verdict).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: erring.id, code: "policy_error", version: 3 }],
    });
    expect(verdict.reasons[0]?.message).toContain("missing");
  });

  test("a permit that errs beside one that holds", () => {
    const erring = policy("permit (principal, action, resource) when { context.args.missing };");
    expect(decide([permitAll, erring])).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: erring.id }],
    });
  });

  test("a text that is no Cedar", () => {
    const broken = policy("permit everything");
    expect(decide([permitAll, broken])).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: broken.id, code: "policy_error" }],
    });
  });

  test("a policy that is attached and does not exist", () => {
    const set = effectiveSet([permitAll], { baseline: false, unresolved: ["gone"] });
    expect(engine.decide(set, request(), nothingFound)).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: "gone", version: null, code: "policy_unresolved" }],
    });
  });

  test("more than 64 KiB of arguments, or of text", () => {
    const long = "x".repeat(64 * 1024);
    expect(decide([permitAll], { args: { long } }).reasons[0]?.code).toBe("policy_too_large");
    expect(
      decide([permitAll, policy(`// ${long}\nforbid (principal, action, resource);`)]).reasons[0]?.code,
    ).toBe("policy_too_large");
  });

  test("arguments that are nested too deeply to be looked at, when they are looked at", () => {
    let args: Record<string, unknown> = {};
    for (let depth = 0; depth < 100; depth += 1) args = { args };
    expect(decide([permitAll], { args }).outcome).toBe("allow");
    const looking = policy("permit (principal, action, resource) when { context.args has x };");
    expect(decide([looking], { args }).reasons[0]?.code).toBe("policy_too_large");
  });

  describe("an evaluation of more than 50 ms, seen after the fact", () => {
    const set = effectiveSet([permitAll], { baseline: false });
    /** A clock of which each evaluation takes so long. */
    const taking = (ms: number) => {
      let now = 0;
      return () => (now += ms);
    };

    test("and again when it is asked once more", () => {
      const late = new PolicyEngine({ clocks: { wall: taking(60), cpu: taking(51) } });
      for (let round = 0; round < 2; round += 1) {
        expect(late.decide(set, request(), nothingFound)).toMatchObject({
          outcome: "deny",
          reasons: [{ code: "policy_slow", message: "The policies took 51 ms; at most 50 ms are allowed." }],
        });
      }
    });

    test.each([
      ["the machine let the process wait", 500, 2],
      ["other threads were at work besides", 2, 500],
    ])("is none when %s", (_title, wallMs, cpuMs) => {
      const busy = new PolicyEngine({ clocks: { wall: taking(wallMs), cpu: taking(cpuMs) } });
      expect(busy.decide(set, request(), nothingFound).outcome).toBe("allow");
    });

    test("is none when it was slow only once", () => {
      const readings = [0, 51, 51, 101];
      const paused = new PolicyEngine({ clocks: { wall: () => readings.shift() ?? 0, cpu: taking(500) } });
      expect(paused.decide(set, request(), nothingFound).outcome).toBe("allow");
    });
  });

  test("a policy that really is slow", () => {
    const real = new PolicyEngine({ clocks: processClocks });
    const codeOf = (length: number) => {
      const text = `permit (principal, action, resource) when { context.args.note like "*${"a".repeat(length)}b" };`;
      const lasting = effectiveSet([policy(text)], { baseline: false });
      return real.decide(lasting, request({ args: { note: "a".repeat(2 * length) } }), nothingFound)
        .reasons[0]?.code;
    };
    // It takes time with the square of the length, up to what fits into 64 KiB (a second): one of these takes too long, on a
    // machine of any speed.
    expect([2000, 4000, 8000, 16_000, 30_000].some((length) => codeOf(length) === "policy_slow")).toBe(true);
  });

  test("a text that breaks the engine, and the next decision is made as if nothing had been", () => {
    const deep = policy(
      `permit (principal, action, resource) when { ${"(".repeat(5000)}true${")".repeat(5000)} };`,
    );
    for (let round = 0; round < 4; round += 1) {
      expect(decide([deep])).toMatchObject({ outcome: "deny", reasons: [{ code: "policy_error" }] });
      expect(decide([permitAll]).outcome).toBe("allow");
    }
  });
});
