// Imports only types and a module that the client does not import, so that the client stays one file.
import type { Transport } from "../client/transport/transport.ts";
import { followMessages } from "../evidence/event-stream.ts";
import type { Approval } from "../generated/types.ts";

/** Options for following approvals. */
export interface ApprovalStreamOptions {
  /**
   * Whether to start with the pending approvals, as changes with the event `approval.pending`. No change is lost
   * between them and the later changes.
   */
  snapshot?: boolean | undefined;
  /** `lastEventId` of the last received change, after which to continue; default: only new changes. */
  lastEventId?: number | undefined;
  /** Stops following when aborted. */
  signal?: AbortSignal | undefined;
}

/** A change of an approval. */
export interface ApprovalChange {
  event:
    | "approval.pending"
    | "approval.requested"
    | "approval.given"
    | "approval.approved"
    | "approval.rejected"
    | "approval.withdrawn"
    | "approval.used"
    | "approval.expired";
  /** The approval after the change. */
  approval: Approval;
  /** Position in the evidence log, after which another stream can continue; undefined within a snapshot. */
  lastEventId: number | undefined;
}

/** Number of approvals whose last changes are remembered. */
const maxRemembered = 10_000;

/**
 * Returns a function that returns whether a change was not yet seen. An expiry can be sent twice, and a change
 * can follow a snapshot that contains it. A withdrawal can repeat an earlier state of its approval.
 */
function distinct(): (change: ApprovalChange) => boolean {
  const seen = new Map<string, Set<string>>();
  return ({ event, approval: { id, status, approvals } }) => {
    const states = (event !== "approval.withdrawn" && seen.get(id)) || new Set();
    const state = `${status} ${approvals.length}`;
    if (states.has(state)) return false;
    seen.delete(id);
    seen.set(id, states.add(state));
    const [oldest] = seen.keys();
    if (seen.size > maxRemembered && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}

/**
 * Yields changes of approvals. A broken connection is reopened after 1 second, then after up to 30 seconds, and
 * continues after the last received change.
 *
 * @throws {ApiError} if the stream is refused, for example after the key is revoked; {AbortError} if the
 * signal aborts.
 */
export async function* followApprovals(
  transport: Transport,
  { snapshot, lastEventId: after, signal }: ApprovalStreamOptions = {},
): AsyncGenerator<ApprovalChange, void, undefined> {
  const isNew = distinct();
  let lastEventId = after;
  const delayMs = (failures: number): number =>
    Math.min(1000 * 2 ** (failures - 1), 30_000) * (1 - transport.clock.random() / 4);
  const source = { path: "/api/approvals/stream", query: { snapshot }, after, signal, delayMs } as const;
  for await (const { id, event, data } of followMessages(transport, source)) {
    lastEventId = id ?? lastEventId;
    if (event === "" || event === "approval.snapshot_end") continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends each change in the form of the contract
    const change = { event, approval: JSON.parse(data), lastEventId } as ApprovalChange;
    if (isNew(change)) yield change;
  }
}
