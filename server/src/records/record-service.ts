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
import { findRecordEvidence, findSealable, type RecordEvidenceRow } from "./record-queries.ts";

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
  const found = await findSealable(deps.database.knex, workspaceId, { decisionId: id, kid });
  if (!found) return undefined;
  const event = eventToWire(found.row);
  const contradiction = contradictionOf(decision, event);
  if (contradiction) throw decisionContradicted(id, contradiction);
  const payload = sealedPayload(event);
  const proof = await proofs.prove(workspaceId, event.seq, found.signed);
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
function logOf(db: Knex): RecordLog {
  let signedAt: Date | undefined;
  return {
    conflictWith: async (record) => {
      const { workspaceId, inclusion } = record;
      const held = await evidenceOf(db, record);
      ({ signedAt } = held);
      const [place] = held.decision || !inclusion ? [] : await findEvents(db, workspaceId, [inclusion.seq]);
      return conflictOf(record, {
        decision: held.decision && eventToWire(held.decision),
        place: place && eventToWire(place),
      });
    },
    signedAt: async () => signedAt?.getTime(),
  };
}

/** Of the state that the proof claims: that its checkpoint says the same is looked at when the proof is. */
function evidenceOf(db: Knex, { workspaceId, payload, inclusion }: SealedRecord): Promise<RecordEvidenceRow> {
  const [origin = ""] = inclusion?.checkpoint.split("\n") ?? [];
  const generation = Number(/^[^/]+\/[^/]+\/[^/]+\/([1-9]\d{0,8})$/.exec(origin)?.[1] ?? 1);
  const root = Buffer.from(inclusion?.rootHash ?? "", "hex");
  const state = { generation, size: inclusion?.treeSize ?? 0, root };
  return findRecordEvidence(db, workspaceId, { decisionId: decisionIdIn(payload), state });
}
