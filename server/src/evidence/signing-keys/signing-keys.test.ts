import { ed25519Jwk, jwkThumbprint, readCheckpoint, verifyEd25519 } from "@assay/contract/wire";
import { verifyConsistency } from "@assay/contract/wire/evidence-verify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EvidenceHarness } from "../log/evidence-harness.fixture.ts";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { findProvableLog } from "../log/provable-log.ts";
import { proveConsistency } from "@assay/contract/evidence/log/log-proofs";
import { signingKeyHandlers } from "./signing-key-routes.ts";

describe.each(engines)("signing keys on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  afterAll(() => harness.close());

  /** Returns the response body of `/.well-known/jwks.json`. */
  async function published() {
    const keys = harness.open(harness.database).keys;
    // The route is public and its handler ignores the request, so the test calls it without one.
    const handler = signingKeyHandlers(keys).list as () => Promise<unknown>;
    const { body } = (await handler()) as {
      body: { keys: { kid: string; status: string }[]; revoked: { kid: string }[] };
    };
    return body;
  }

  test("start with one key that all processes share", async () => {
    const [one, other] = await Promise.all([
      harness.evidence.keys.active(),
      harness.open(harness.database).keys.active(),
    ]);
    expect(other).toEqual(one);
    expect(one.kid).toBe(jwkThumbprint(ed25519Jwk(one.publicKey)));
    const { rows } = await harness.database.knex.raw<{ rows: object[] }>(
      "select * from instance_secrets where name like 'signing-key:%'",
    );
    // The private key is never stored in plain text.
    for (const row of rows) expect(JSON.stringify(row)).not.toContain(Buffer.from(one.seed).toString("hex"));
    expect(await harness.database.knex("signing_keys").first()).not.toHaveProperty("seed");
  });

  test("rotate: a new key is published before it signs, and signatures of the old one stay valid", async () => {
    const { keys, checkpoints } = harness.evidence;
    const before = await keys.active();
    await harness.append("a");
    const old = await checkpoints.sign(harness.workspaceId);
    const { kid } = await keys.add();
    expect((await published()).keys).toMatchObject([
      { kid: before.kid, status: "active" },
      { kid, status: "pending" },
    ]);
    expect((await checkpoints.sign(harness.workspaceId)).kid).toBe(before.kid);
    await keys.activate(kid);
    expect((await published()).keys).toMatchObject([{ status: "retired" }, { kid, status: "active" }]);
    const fresh = await checkpoints.sign(harness.workspaceId);
    expect(fresh).toMatchObject({ kid, size: old.size, root: old.root });
    const parts = { knex: harness.database.knex, checkpoints };
    const proof = await proveConsistency(await findProvableLog(parts, harness.workspaceId), { first: 1 });
    expect(await verifyConsistency(proof, { keys: await published(), trusted: old.note })).toMatchObject({
      valid: true,
    });
    await expect(keys.activate(kid)).rejects.toThrow("is active; only a pending key can be activated");
    await expect(keys.activate("none")).rejects.toThrow('Signing key "none" not found. Existing keys: ');
  });

  test("are revoked: another key signs at once in every process, and old signatures are invalid", async () => {
    const { keys, checkpoints } = harness.evidence;
    const { kid } = await keys.active();
    const { note } = await checkpoints.sign(harness.workspaceId);
    const other = harness.open(harness.database);
    await keys.revoke(kid, "It was in a log file.");
    expect((await other.keys.active()).kid).not.toBe(kid);
    const body = await published();
    expect(body.keys.map((key) => key.kid)).not.toContain(kid);
    expect(body.revoked).toMatchObject([{ kid }]);
    const fresh = await checkpoints.sign(harness.workspaceId);
    expect(fresh.kid).not.toBe(kid);
    const parts = { knex: harness.database.knex, checkpoints };
    const proof = await proveConsistency(await findProvableLog(parts, harness.workspaceId), { first: 1 });
    expect(await verifyConsistency({ ...proof, checkpoint: note }, { keys: body })).toMatchObject({
      code: "key_revoked",
    });
    expect(await verifyConsistency(proof, { keys: body })).toMatchObject({ valid: true });
    await expect(keys.revoke(kid, "Again.")).rejects.toThrow("is already revoked");
    expect(await harness.database.knex("signing_keys").where({ kid }).first()).toMatchObject({
      status: "revoked",
      revoked_because: "It was in a log file.",
    });
  });

  test("that are pending replace a revoked active key", async () => {
    const { keys } = harness.evidence;
    const { kid: waiting } = await keys.add();
    await keys.revoke((await keys.active()).kid, "Test.");
    expect((await keys.active()).kid).toBe(waiting);
  });

  test("create signatures that verify with the published key alone", async () => {
    const { note } = await harness.evidence.checkpoints.sign(harness.workspaceId);
    const { publicKey } = await harness.evidence.keys.active();
    const read = readCheckpoint(note)?.note;
    const signature = read?.signatures[0]?.signature ?? new Uint8Array();
    expect(await verifyEd25519(publicKey, new TextEncoder().encode(read?.text), signature)).toBe(true);
  });
});
