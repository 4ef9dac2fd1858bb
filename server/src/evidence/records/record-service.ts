import { compareRecord } from "@assay/contract/evidence/records/record-comparison";
import {
  decisionIdIn,
  assertedPayload,
  recordedPayload,
  recordInclusion,
} from "@assay/contract/evidence/records/record-rules";
import { formatId } from "@assay/contract/platform/ids";
import { evaluateRecord, type RecordInclusion, type RecordLog, sealRecord } from "@assay/contract/wire";
import type { RecordVerdict, SealedRecord } from "@assay/contract/wire/evidence-verify";
import type { EvidenceDeps } from "../evidence-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { eventToWire } from "../events/event-wire.ts";
import type { RecordLookups } from "./record-lookups.ts";
import type { RecordProofs } from "./record-proofs.ts";
import type { RecordClaim, SealableDecision } from "./record-queries.ts";

type Members = Record<string, unknown>;

/** The dependencies of sealing records. */
interface SealParts {
  deps: Pick<EvidenceDeps, "newId" | "now">;
  lookups: RecordLookups;
  proofs: RecordProofs;
}

/**
 * Seals a decision. If the log contains the decision, seals the logged decision, otherwise the decision as
 * sent.
 *
 * @throws {ApiError} 403 if the API key is bound to an agent other than the agent of the decision; 409 if the
 *   sent decision differs from the logged one; 400 if the logged decision cannot be sealed.
 */
export async function signRecord(
  { deps, lookups, proofs }: SealParts,
  { workspaceId, keyAgent, issuer }: Pick<Caller, "workspaceId" | "keyAgent"> & { issuer: string },
  decision: Members,
): Promise<SealedRecord> {
  const decisionId = decisionIdIn(decision);
  const { signer, found } = await lookups.sealing({ workspaceId, decisionId });
  const recorded = found && (await recordedDecision(proofs, { workspaceId, keyAgent, found }, decision));
  const members = {
    id: formatId("record", deps.newId()),
    issuer,
    workspaceId,
    issuedAt: deps.now().getTime(),
    payload: recorded?.payload ?? assertedPayload(decision, keyAgent),
  };
  return sealRecord(members, signer, recorded?.inclusion);
}

async function recordedDecision(
  proofs: RecordProofs,
  {
    workspaceId,
    keyAgent,
    found: { row, signed },
  }: Pick<Caller, "workspaceId" | "keyAgent"> & { found: SealableDecision },
  decision: Members,
): Promise<{ payload: Members; inclusion: RecordInclusion }> {
  const event = eventToWire(row);
  const payload = recordedPayload(decision, event, keyAgent);
  return { payload, inclusion: recordInclusion(event, await proofs.prove(workspaceId, row, signed)) };
}

/**
 * Verifies a record against the log of the record's workspace.
 *
 * @param text the record, or undefined if the body is not UTF-8.
 */
export async function verifySentRecord(
  lookups: RecordLookups,
  text: string | undefined,
): Promise<RecordVerdict> {
  return evaluateRecord(text, { keys: await lookups.keys(), log: logOf(lookups) });
}

/**
 * Returns access to the logs for verifying records. The workspace of the caller's API key does not matter:
 * only records that this installation has signed are compared with a log, and the response reveals nothing
 * but whether the record is valid.
 */
function logOf(lookups: RecordLookups): RecordLog {
  let signedAt: Date | undefined;
  return {
    compare: async (record) => {
      const { workspaceId, inclusion } = record;
      const evidence = await lookups.evidence(claimOf(record));
      ({ signedAt } = evidence);
      const eventAtSeq =
        evidence.decision || !inclusion ? undefined : await lookups.eventAt(workspaceId, inclusion.seq);
      return compareRecord(record, {
        decision: evidence.decision && eventToWire(evidence.decision),
        place: eventAtSeq && eventToWire(eventAtSeq),
      });
    },
    signedAt: async () => signedAt?.getTime(),
  };
}

/**
 * Returns the statements of a record about the log, including the state to which its proof refers. When the
 * proof is verified, this state is compared with the checkpoint.
 */
function claimOf({ workspaceId, payload, inclusion }: SealedRecord): RecordClaim {
  const [origin = ""] = inclusion?.checkpoint.split("\n") ?? [];
  const generation = Number(/^[^/]+\/[^/]+\/[^/]+\/([1-9]\d{0,8})$/.exec(origin)?.[1] ?? 1);
  const root = Buffer.from(inclusion?.rootHash ?? "", "hex");
  const state = { generation, size: inclusion?.treeSize ?? 0, root };
  return { workspaceId, decisionId: decisionIdIn(payload), state };
}
