import { formatId } from "@assay/contract/platform/ids";
import {
  type CheckpointSigner,
  ed25519Jwk,
  jwkThumbprint,
  rootOf,
  sealEvent,
  sealRecord,
  signCheckpoint,
  toHex,
} from "@assay/contract/wire";
import { Assay, type VerificationRecord } from "@assay/sdk";
import { type SealedRecord, verifyRecord } from "@assay/sdk/verify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../server/src/platform/jobs/job-harness.fixture.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

describe.each(engines)("signing keys of records on %s", (engine) => {
  let server: TestServer;
  let assay: Assay;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.close());

  /** Creates an empty workspace with an agent, and a client that uses the workspace's key. */
  async function workspace(): Promise<Assay> {
    assay = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
    await assay.control.agents.create({ id: "bot", tools: ["chart.read"] });
    return assay;
  }

  const decide = (tool = "chart.read") => assay.control.authorize({ agentId: "bot", tool, args: { p: 1 } });
  async function recorded(tool?: string): Promise<VerificationRecord> {
    const { decisionId } = await decide(tool);
    return assay.control.records.sign({ decisionId });
  }

  /** Returns the private key that an intruder in the server obtains. */
  const stolen = async (kid?: string) => {
    const keys = server.deps.evidence.keys;
    const active = await keys.active();
    if (kid === undefined || kid === active.kid) return active;
    const row = (await keys.list()).find((one) => one.kid === kid);
    const seed = await server.deps.secrets.instanceSecret(`signing-key:${row?.id}`);
    return { kid, seed, publicKey: Uint8Array.from(row?.public_key ?? []) };
  };

  type Signer = Awaited<ReturnType<typeof stolen>>;
  // The API's responses have the types of the wire format.
  const sealedOf = (record: object) => record as SealedRecord;

  /** Creates a forged record with a valid signature. */
  async function forged(
    record: object,
    changes: Partial<SealedRecord>,
    signer?: Signer,
  ): Promise<SealedRecord> {
    const { id, issuer, workspaceId, issuedAt, payload, inclusion } = { ...sealedOf(record), ...changes };
    return sealRecord({ id, issuer, workspaceId, issuedAt, payload }, signer ?? (await stolen()), inclusion);
  }

  /** Creates a forged event in a forged log that is signed and internally consistent. */
  async function forgedLog(record: object, payload: Record<string, unknown>, signer: CheckpointSigner) {
    const { workspaceId, inclusion } = sealedOf(record);
    const ts = inclusion?.event.ts ?? 0;
    const forgedEvent = {
      seq: 1,
      ts,
      receivedAt: ts,
      session: null,
      type: "policy_decision",
      origin: "server" as const,
    };
    const { event, leaf } = sealEvent({ ...forgedEvent, data: payload }, new Uint8Array(32));
    const root = rootOf(1).from(() => leaf);
    const checkpoint = await signCheckpoint({ origin: `assay/log/${workspaceId}`, size: 1, root }, signer);
    const { seq, leafHash, data: _data, ...members } = event;
    return {
      event: members,
      seq,
      index: 0,
      leafHash,
      treeSize: 1,
      hashes: [],
      rootHash: toHex(root),
      checkpoint,
    };
  }

  const online = async (record: object) => {
    const { valid, code } = await assay.control.records.verify(record);
    return { valid, code };
  };
  const offline = async (record: object, options: Partial<Parameters<typeof verifyRecord>[1]> = {}) => {
    const keys = await assay.control.evidence.keys();
    const { valid, code } = await verifyRecord(record, { keys, ...options });
    return { valid, code };
  };
  const ok = { valid: true, code: "ok" };
  const no = (code: string) => ({ valid: false, code });

  test("that were stolen do not deceive the log: a signed record must equal the logged decision", async () => {
    await workspace();
    const record = await recorded("chart.delete");
    const { payload } = record;
    const allowed = { ...payload, outcome: "allow", decision: true };
    const other = { ...allowed, decisionId: formatId("decision", server.deps.newId()) };
    const signer = await stolen();
    const cases = {
      "another outcome": await forged(record, { payload: allowed }),
      "another outcome, in the thief's own log": await forged(record, {
        payload: allowed,
        inclusion: await forgedLog(record, allowed, signer),
      }),
      "a decision that was never made": await forged(record, { payload: other }),
      "a decision that was never made, in the thief's own log": await forged(record, {
        payload: other,
        inclusion: await forgedLog(record, other, signer),
      }),
      "the decision itself, in the thief's own log": await forged(record, {
        inclusion: await forgedLog(record, payload, signer),
      }),
      "of a workspace that does not exist": await forged(record, { workspaceId: server.deps.newId() }),
    };
    for (const [what, record_] of Object.entries(cases))
      expect({ what, ...(await online(record_)) }).toEqual({ what, ...no("evidence_conflict") });
    const { inclusion: _inclusion, ...bare } = sealedOf(record);
    expect(await online(await forged(bare, { payload: allowed }))).toEqual(no("evidence_conflict"));
    // Offline, these records look like real ones. Only the server or a revoked key can expose them.
    expect(await offline(cases["another outcome, in the thief's own log"])).toEqual(ok);
    expect(await offline(cases["another outcome"])).toEqual(no("inclusion_invalid"));
    expect(await online(record)).toEqual(ok);
  });

  test("do not verify for another workspace, because the log of the named workspace does not contain the decision", async () => {
    await workspace();
    const mine = await recorded();
    await workspace();
    const theirs = await recorded();
    expect(await online(mine)).toEqual(ok);
    const moved = await forged(mine, { workspaceId: theirs.workspaceId });
    expect(await online(moved)).toEqual(no("evidence_conflict"));
    expect(await offline(moved)).toEqual(no("inclusion_invalid"));
    const wanted = { workspaceId: theirs.workspaceId, issuer: theirs.issuer };
    expect(await offline(theirs, wanted)).toEqual(ok);
    expect(await offline(mine, wanted)).toEqual(no("other_issuer"));
    expect(await offline(theirs, { issuer: "https://other.example" })).toEqual(no("other_issuer"));
  });

  test("can be rotated: signatures of the old key stay valid, and holders of the earlier key set can verify those of the next key", async () => {
    await workspace();
    const { keys } = server.deps.evidence;
    const old = await recorded();
    const before = await assay.control.evidence.keys();
    const { kid } = await keys.add();
    const pinned = await assay.control.evidence.keys();
    // The key is published but has signed nothing yet, so a record that it signs now is a forgery.
    expect(await online(await forged(old, {}, await stolen(kid)))).toEqual(no("kid_unknown"));
    await keys.activate(kid);
    const fresh = await recorded();
    expect(fresh.signatures[0]?.kid).toBe(kid);
    for (const record of [old, fresh]) {
      expect(await online(record)).toEqual(ok);
      expect(await offline(record, { keys: pinned })).toEqual(ok);
    }
    expect(await offline(fresh, { keys: before })).toEqual(no("kid_unknown"));
    // A record's signature does not cover its proof. The proof of an old record may therefore be for any
    // later state of the log.
    const proof = await assay.control.evidence.inclusionProof({ seq: old.inclusion?.seq });
    const renewed = { ...old, inclusion: { ...old.inclusion, ...proof } };
    expect(await online(renewed)).toEqual(ok);
    expect(await offline(renewed)).toEqual(ok);
    expect(await offline(renewed, { keys: before })).toEqual(no("inclusion_invalid"));
  });

  test("that were revoked are invalid, except for records that an earlier checkpoint covers", async () => {
    await workspace();
    const { keys } = server.deps.evidence;
    const record = await recorded();
    const asserted = await assay.control.records.sign({ verdict: "approved" });
    const { checkpoint } = await assay.control.evidence.checkpoint();
    const thief = await stolen();
    server.advance(1000);
    await keys.revoke(thief.kid, "It was in a log file.");
    server.advance(1000);
    expect(await online(record)).toEqual(ok);
    expect(await online(asserted)).toEqual(no("kid_revoked"));
    // Offline verification needs a checkpoint that was saved before the revocation.
    expect(await offline(record)).toEqual(no("kid_revoked"));
    expect(await offline(record, { trusted: [checkpoint] })).toEqual(ok);
    expect(await offline(asserted, { trusted: [checkpoint] })).toEqual(no("kid_revoked"));
    // This decision was made after the revocation, so the log covers it, but an earlier checkpoint does not.
    const later = await recorded();
    expect(await online(later)).toEqual(ok);
    const late = await forged(later, {}, thief);
    expect(await online(late)).toEqual(no("kid_revoked"));
    expect(await offline(late, { trusted: [checkpoint] })).toEqual(no("kid_revoked"));
    // The server compares the content with the log, whatever the envelope is, and refuses content that
    // differs.
    const lie = { ...record.payload, outcome: "deny" };
    expect(await online(await forged(record, { payload: lie }, thief))).toEqual(no("evidence_conflict"));
    const made = await forgedLog(record, lie, thief);
    expect(await online(await forged(record, { payload: lie, inclusion: made }, thief))).toEqual(
      no("evidence_conflict"),
    );
    // A record signed by a valid key is invalid if its proof is signed by a revoked key.
    expect(await online(await forged(later, { inclusion: made }))).toEqual(no("inclusion_invalid"));
  });

  test("are identified by their thumbprint, not by the kid in a key set", async () => {
    await workspace();
    const record = await recorded();
    const { kid, publicKey, seed } = await stolen();
    const own = { ...ed25519Jwk(publicKey), kid };
    const other = { ...ed25519Jwk(Uint8Array.from(seed)), kid };
    const cases = [
      [{ keys: [{ ...own, kid: "another" }] }, "ok"],
      [{ keys: [other] }, "kid_unknown"],
      [{ keys: [other, own] }, "ok"],
      [{ keys: [] }, "kid_unknown"],
      [{ keys: [{ ...own, crv: "X25519" }] }, "kid_unknown"],
      [{ keys: [{ ...own, kty: "oct", k: own.x }] }, "kid_unknown"],
      [{ keys: [own], revoked: [own] }, "kid_revoked"],
    ] as const;
    for (const [keys, code] of cases) expect((await offline(record, { keys })).code).toBe(code);
    expect(jwkThumbprint(ed25519Jwk(publicKey))).toBe(kid);
  });

  test("sign nothing that the log no longer confirms", async () => {
    await workspace();
    const { decisionId, evidence } = await decide();
    const before = await assay.control.records.sign({ decisionId });
    await assay.control.evidence.erase({ events: [evidence.eventId], reason: "r" });
    expect(await online(before)).toEqual(ok);
    expect(await offline(before)).toEqual(ok);
    const lie = await forged(before, { payload: { ...before.payload, outcome: "deny" } });
    expect(await online(lie)).toEqual(no("inclusion_invalid"));
    const seq = { ...sealedOf(before).inclusion, seq: 1, index: 0 };
    expect(await online({ ...before, inclusion: seq })).toMatchObject({ valid: false });
  });

  test("sign many decisions concurrently, each with a separate proof", async () => {
    await workspace();
    const records = await Promise.all(Array.from({ length: 40 }, () => recorded()));
    expect(new Set(records.map(({ id }) => id)).size).toBe(40);
    const verdicts = await Promise.all(records.map((record) => online(record)));
    expect(verdicts).toEqual(records.map(() => ok));
    for (const record of records) expect(await offline(record)).toEqual(ok);
  });
});
