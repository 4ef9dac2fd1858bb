import { describe, expect, test } from "vitest";
import { defaultGuidelineSet } from "../../domain/evaluators/builtin-guideline-sets.ts";
import { needsSecret, rotatedSecretToWire, rotation } from "./custom-evaluator-secret-rules.ts";
import { newGuidelineSet, sameGuidelineSet } from "../guideline-sets/guideline-set-rules.ts";
import { guidelineSetToWire } from "../guideline-sets/guideline-set-wire.ts";

const body = {
  name: "nurse_line",
  questions: [{ id: "onset", text: undefined, synonyms: undefined, weight: undefined }],
  required_actions: [],
  forbidden_actions: ["prescribed_medication"],
};
const conflict = expect.objectContaining({ status: 409, code: "conflict" });

describe("a guideline set", () => {
  test("is stored with the defaults of its questions", () => {
    expect(guidelineSetToWire(newGuidelineSet(body, { now: 1000 }))).toEqual({
      object: "guideline_set",
      ...body,
      questions: [{ id: "onset", text: null, synonyms: [], weight: 1 }],
      created_at: "1970-01-01T00:00:01.000Z",
    });
  });

  test("cannot have the name of a built-in set", () => {
    expect(() => newGuidelineSet({ ...body, name: defaultGuidelineSet }, { now: 1000 })).toThrow(conflict);
  });

  test("does not change if it is sent again, and is refused with other contents", () => {
    const stored = newGuidelineSet(body, { now: 1000 });
    expect(sameGuidelineSet(stored, newGuidelineSet(body, { now: 2000 }))).toBe(stored);
    const other = newGuidelineSet({ ...body, required_actions: ["checked_age"] }, { now: 2000 });
    expect(() => sameGuidelineSet(stored, other)).toThrow(conflict);
  });
});

describe("the secret of the workspace for custom evaluators", () => {
  test("stays valid for the grace period of a rotation", () => {
    const when = { graceSeconds: 60, now: 1000 };
    expect(rotation([{}], when)).toEqual({ endsAt: 61_000, previousUntil: 61_000 });
    expect(rotation([], when)).toEqual({ endsAt: 61_000, previousUntil: null });
  });

  test("is created if an evaluator has no secret of its own and the workspace has no current secret", () => {
    const without = [{ secret: "whsec_1" }, { secret: null }];
    expect(needsSecret([{ validUntil: 5 }], without)).toBe(true);
    expect(needsSecret([{ validUntil: null }], without)).toBe(false);
    expect(needsSecret([], [{ secret: "whsec_1" }])).toBe(false);
  });

  test("is returned with the expiry of the previous secret", () => {
    const made = { secret: "whsec_1", createdAt: 0, previousUntil: null };
    expect(rotatedSecretToWire(made).previous_secret_expires_at).toBeNull();
    const after = rotatedSecretToWire({ ...made, previousUntil: 1000 });
    expect(after.previous_secret_expires_at).toBe("1970-01-01T00:00:01.000Z");
  });
});
