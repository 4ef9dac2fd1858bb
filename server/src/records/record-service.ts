import {
  conflictOf,
  contradictionOf,
  decisionContradicted,
  decisionIdIn,
  formatId,
  recordInclusion,
  sealedPayload,
} from "@assay/contract";
import { judgeRecord, type RecordInclusion, type RecordLog, sealRecord } from "@assay/contract/wire";
import type { RecordVerdict, SealedRecord } from "@assay/contract/wire/evidence-verify";
import type { Knex } from "knex";
import type { Deps } from "../deps.ts";
import { findEvents } from "../evidence/event-queries.ts";
import { eventToWire } from "../evidence/event-wire.ts";
import { countingKeys } from "../signing-keys/public-keys.ts";
import type { RecordProofs } from "./record-proofs.ts";
import { findDecisionEvent, findFirstSigned } from "./record-queries.ts";

type Members = Record<string, unknown>;

/** What sealing works with. */
interface SealParts {
  deps: Deps;
  proofs: RecordProofs;
}

/**
 * Seals a decision: what the log holds of it when the log knows it, else what was sent.
 *
 * @throws ApiError 409 when the log says anything else of it; 400 when what the log holds cannot be sealed.
 */
export async function signRecord(
  { deps, proofs }: SealParts,
  { workspaceId, issuer }: { workspaceId: string; issuer: string },
  decision: Members,
): Promise<SealedRecord> {
  const signer = await deps.evidence.keys.active();
  const recorded = await recordedDecision({ deps, proofs }, { workspaceId, kid: signer.kid }, decision);
  const told = {
    id: formatId("record", deps.newId()),
    issuer,
    workspaceId,
    issuedAt: deps.now().getTime(),
    payload: recorded?.payload ?? decision,
  };
  return sealRecord(told, signer, recorded?.inclusion);
}

async function recordedDecision(
  { deps, proofs }: SealParts,
  { workspaceId, kid }: { workspaceId: string; kid: string },
  decision: Members,
): Promise<{ payload: Members; inclusion: RecordInclusion } | undefined> {
  const id = decisionIdIn(decision);
  if (id === undefined) return undefined;
  const row = await findDecisionEvent(deps.database.knex, workspaceId, id);
  if (!row) return undefined;
  const event = eventToWire(row);
  const contradiction = contradictionOf(decision, event);
  if (contradiction) throw decisionContradicted(id, contradiction);
  const payload = sealedPayload(event);
  const proof = await proofs.prove(workspaceId, { seq: event.seq, kid });
  return { payload, inclusion: recordInclusion(event, proof) };
}

/** Verifies what may be a record, against the log of the workspace that it names. @param text undefined: no UTF-8. */
export async function verifySentRecord(
  { database, evidence }: Deps,
  text: string | undefined,
): Promise<RecordVerdict> {
  const keys = countingKeys(await evidence.keys.list());
  return judgeRecord(text, { keys, log: logOf(database.knex) });
}

/**
 * The logs, as records are held against them. Whose key asks does not matter: only what this installation signed gets as far
 * as that, and all that is told is whether it holds.
 */
const logOf = (db: Knex): RecordLog => ({
  conflictWith: async (record) => {
    const { workspaceId, payload, inclusion } = record;
    const id = decisionIdIn(payload);
    const decision = id === undefined ? undefined : await findDecisionEvent(db, workspaceId, id);
    const [place] = decision || !inclusion ? [] : await findEvents(db, workspaceId, [inclusion.seq]);
    return conflictOf(record, {
      decision: decision && eventToWire(decision),
      place: place && eventToWire(place),
    });
  },
  signedAt: async ({ workspaceId }, { origin, size, rootHash }) => {
    const generation = Number(origin.split("/")[3] ?? 1);
    const root = Buffer.from(rootHash, "hex");
    return (await findFirstSigned(db, workspaceId, { generation, size, root }))?.getTime();
  },
});
