import { ApiError } from "@assay/contract/platform/errors";
import {
  evidenceConflict,
  headAltered,
  headMissing,
  logRenamed,
} from "@assay/contract/evidence/log/evidence-refusals";
import { consistencyProof, isConsistent, logOrigin, toHex } from "@assay/contract/wire";
import type { Knex } from "knex";
import { readNodes } from "../../events/event-queries.ts";
import type { LogRow } from "../../log-queries.ts";
import type { EvidenceHeads, LogHead } from "./evidence-heads.ts";

/** A state of a log: its size and its root. */
export interface LogState {
  size: number;
  root: Uint8Array;
}

/** Whether a log extends a state, that is, whether the log starts with the events of the state. */
export async function continues(
  db: Knex,
  workspaceId: string,
  { state, end }: { state: LogState; end: Pick<LogRow, "size" | "root"> },
): Promise<boolean> {
  if (state.size === 0) return true;
  if (state.size > end.size) return false;
  const proof = consistencyProof(state.size, end.size);
  const hashes = await readNodes(db, workspaceId, proof.needs)
    .then(proof.from)
    .catch((error: unknown) => {
      // An ApiError means that nodes were lost. A database error does not indicate any problem with the log.
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  const claim = {
    first: state.size,
    second: end.size,
    firstRoot: Uint8Array.from(state.root),
    secondRoot: Uint8Array.from(end.root),
  };
  return hashes !== undefined && isConsistent({ ...claim, hashes });
}

/**
 * The reason why a log must not be signed: its sealed record is missing or altered, or contradicts the log.
 */
export interface HeadFault {
  kind: "missing" | "altered" | "contradicted";
  /** The recorded state; null if it is missing or altered. */
  head: LogHead | null;
  /** 409 `evidence_conflict`. */
  refusal: ApiError;
}

/** The verified record of a log that may be signed. `head` is null if the log is empty and has no record. */
export type GenuineHead = { head: LogHead | null };

/** Compares a log with its sealed record. @param end the end of the log. */
export async function checkHead(
  db: Knex,
  heads: EvidenceHeads,
  { workspaceId, end }: { workspaceId: string; end: LogRow },
): Promise<GenuineHead | HeadFault> {
  const head = await heads.find(db, workspaceId);
  if (head === "missing")
    return end.size === 0 ? { head: null } : { kind: head, head: null, refusal: headMissing(end.size) };
  if (head === "altered") return { kind: head, head: null, refusal: headAltered(end.size) };
  const [present, known] = [end, head].map(({ generation }) => logOrigin(workspaceId, generation));
  if (head.generation !== end.generation)
    return { kind: "contradicted", head, refusal: logRenamed(present ?? "", known ?? "") };
  if (await continues(db, workspaceId, { state: head, end })) return { head };
  const state = { size: head.size, root: toHex(head.root) };
  return { kind: "contradicted", head, refusal: evidenceConflict(state, end.size) };
}
