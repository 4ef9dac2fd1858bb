import {
  conflictOf,
  decisionIdIn,
  recordedPayload,
  recordInclusion,
} from "@assay/contract/evidence/records/record-rules";
import { formatId } from "@assay/contract/platform/ids";
import { evaluateRecord, type RecordInclusion, type RecordLog, sealRecord } from "@assay/contract/wire";
import type { RecordVerdict, SealedRecord } from "@assay/contract/wire/evidence-verify";
import type { EvidenceDeps } from "../evidence-deps.ts";
import { eventToWire } from "../events/event-wire.ts";
import type { RecordLookUps } from "./record-lookups.ts";
import type { RecordProofs } from "./record-proofs.ts";
import type { RecordClaim, SealableDecision } from "./record-queries.ts";

type Members = Record<string, unknown>;

/** What sealing works with. */
interface SealParts {
  deps: Pick<EvidenceDeps, "newId" | "now">;
  lookUps: RecordLookUps;
  proofs: RecordProofs;
}

/**
 * Seals a decision: what the log holds of it when the log knows it, else what was sent.
 *
 * @throws {ApiError} 409 when the log says anything else of it; 400 when what the log holds cannot be sealed.
 */
export async function signRecord(
  { deps, lookUps, proofs }: SealParts,
  { workspaceId, issuer }: { workspaceId: string; issuer: string },
  decision: Members,
): Promise<SealedRecord> {
  const decisionId = decisionIdIn(decision);
  const { signer, found } = await lookUps.sealing({ workspaceId, decisionId });
  const recorded = found && (await recordedDecision(proofs, { workspaceId, found }, decision));
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
  proofs: RecordProofs,
  { workspaceId, found: { row, signed } }: { workspaceId: string; found: SealableDecision },
  decision: Members,
): Promise<{ payload: Members; inclusion: RecordInclusion }> {
  const event = eventToWire(row);
  const payload = recordedPayload(decision, event);
  return { payload, inclusion: recordInclusion(event, await proofs.prove(workspaceId, row, signed)) };
}

/** Verifies what may be a record, against the log of the workspace that it names. @param text undefined: no UTF-8. */
export async function verifySentRecord(
  lookUps: RecordLookUps,
  text: string | undefined,
): Promise<RecordVerdict> {
  return evaluateRecord(text, { keys: await lookUps.keys(), log: logOf(lookUps) });
}

/**
 * The logs, as records are held against them. Whose key asks does not matter: only what this installation signed gets as far
 * as that, and all that is told is whether it holds.
 */
function logOf(lookUps: RecordLookUps): RecordLog {
  let signedAt: Date | undefined;
  return {
    conflictWith: async (record) => {
      const { workspaceId, inclusion } = record;
      const held = await lookUps.evidence(claimOf(record));
      ({ signedAt } = held);
      const place =
        held.decision || !inclusion ? undefined : await lookUps.eventAt(workspaceId, inclusion.seq);
      return conflictOf(record, {
        decision: held.decision && eventToWire(held.decision),
        place: place && eventToWire(place),
      });
    },
    signedAt: async () => signedAt?.getTime(),
  };
}

/** With the state that the proof claims: that its checkpoint says the same is looked at when the proof is. */
function claimOf({ workspaceId, payload, inclusion }: SealedRecord): RecordClaim {
  const [origin = ""] = inclusion?.checkpoint.split("\n") ?? [];
  const generation = Number(/^[^/]+\/[^/]+\/[^/]+\/([1-9]\d{0,8})$/.exec(origin)?.[1] ?? 1);
  const root = Buffer.from(inclusion?.rootHash ?? "", "hex");
  const state = { generation, size: inclusion?.treeSize ?? 0, root };
  return { workspaceId, decisionId: decisionIdIn(payload), state };
}
