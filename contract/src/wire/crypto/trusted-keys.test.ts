import { describe, expect, test } from "vitest";
import { createTestLog } from "../evidence/evidence-log.fixture.ts";
import {
  verifyConsistency,
  verifyExport,
  verifyInclusion,
  verifyRecord,
} from "../evidence/evidence-verify.ts";
import type { GivenKeys } from "./trusted-keys.ts";

const log = await createTestLog([{}, {}, {}]);
const [proof, step, file] = [await log.inclusion(2), await log.consistency(1), await log.exported()];

describe("trusted keys", () => {
  test("can be a list of keys", async () => {
    const { keys } = log.keys;
    expect(await verifyInclusion(proof, { keys })).toMatchObject({ valid: true });
    expect(await verifyConsistency(step, { keys })).toMatchObject({ valid: true });
    expect(await verifyExport(file, { keys })).toMatchObject({ valid: true });
    const other = (await createTestLog([], 2)).keys.keys;
    expect(await verifyInclusion(proof, { keys: other })).toMatchObject({ code: "key_unknown" });
  });

  test.each([
    undefined,
    null,
    {},
    "text",
    5,

    { keys: {} },

    { keys: [], revoked: {} },
  ])("cannot be %j", async (given) => {
    // A program without type checks can pass these values.
    const keys = given as GivenKeys;
    const refusal = new TypeError(
      `keys is ${JSON.stringify(given) ?? "undefined"}; it must be the key set of /.well-known/jwks.json ({ keys, revoked }), or a list of keys.`,
    );
    await expect(verifyInclusion(proof, { keys })).rejects.toEqual(refusal);
    await expect(verifyConsistency(step, { keys })).rejects.toEqual(refusal);
    await expect(verifyExport(file, { keys })).rejects.toEqual(refusal);
    await expect(verifyRecord({}, { keys })).rejects.toEqual(refusal);
  });

  test("are required: if the options are missing, the error names `keys`", async () => {
    // A program without type checks can pass these values.
    const none = JSON.parse("null") as { keys: GivenKeys };
    const refusal = { name: "TypeError", message: expect.stringMatching(/^keys is undefined; it must be/) };
    await expect(verifyInclusion(proof, none)).rejects.toMatchObject(refusal);
    await expect(verifyConsistency(step, none)).rejects.toMatchObject(refusal);
    await expect(verifyExport(file, none)).rejects.toMatchObject(refusal);
    await expect(verifyRecord({}, none)).rejects.toMatchObject(refusal);
  });
});

test("unknown options are rejected", async () => {
  const { keys } = log;
  const refusal = (message: string) => ({ name: "TypeError", message });
  // The options are in variables because the compiler rejects unknown members only in literals.
  const origin = { keys, orign: "assay/log/other" };
  const trusted = { keys, trustd: ["…"] };
  const workspace = { keys, workspace: "other" };
  await expect(verifyInclusion(proof, origin)).rejects.toMatchObject(
    refusal('Option "orign" is unknown. Use keys, origin, event.'),
  );
  await expect(verifyConsistency(step, trusted)).rejects.toMatchObject(
    refusal('Option "trustd" is unknown. Use keys, origin, trusted.'),
  );
  await expect(verifyExport(file, trusted)).rejects.toMatchObject(
    refusal('Option "trustd" is unknown. Use keys, origin, trusted, earlier, clockToleranceMs.'),
  );
  await expect(verifyRecord({}, workspace)).rejects.toMatchObject(
    refusal('Option "workspace" is unknown. Use keys, issuer, workspaceId, trusted.'),
  );
});
