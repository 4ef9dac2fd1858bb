import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { SignedLog } from "@assay/contract/evidence/log/evidence-rules";
import { erasedUnderKey } from "@assay/contract/evidence/log/evidence-refusals";
import type { ProvableLog } from "@assay/contract/evidence/log/log-proofs";
import { existing } from "@assay/contract/platform/requests/existing";
import { idempotencyConflict } from "@assay/contract/platform/refusals";
import {
  type EvidenceEvent,
  fromHex,
  logOrigin,
  type NodeAt,
  nodesOf,
  rootOf,
  saltLength,
  sealEvent,
  signCheckpoint,
  toHex,
} from "@assay/contract/wire";
import { emitsNothing } from "../platform/state/apply-decision.ts";
import type { EvidenceCall, EvidenceTable, EvidenceTables } from "./evidence-tables.ts";

type EventToAppend = Pick<EvidenceEvent, "session" | "type" | "ts" | "receivedAt" | "origin"> & {
  data: Record<string, unknown>;
};

/** Appends an event to a workspace's log. */
export function appendEvent({ evidence }: EvidenceTables, input: EventToAppend): EvidenceEvent {
  const salt = evidence.random(saltLength);
  const { event } = sealEvent({ seq: evidence.events.length + 1, ...input }, salt);
  evidence.events.push(event);
  for (const wake of evidence.followers) wake();
  return event;
}

/** Appends one of the server's own events. */
export function appendServerEvent(
  {
    caller: { workspace },
    clock,
  }: Pick<EvidenceCall, "clock"> & { caller: Pick<EvidenceCall["caller"], "workspace"> },
  event: ControlEvent,
): void {
  const at = clock.now();
  appendEvent(workspace, { session: null, ...event, ts: at, receivedAt: at, origin: "server" });
}

/** Returns targets for decisions that are appended to the log but emit no webhook events. */
export const appendsTo = (call: Pick<EvidenceCall, "caller" | "clock">) => ({
  append: (event: ControlEvent): void => appendServerEvent(call, event),
  emit: emitsNothing,
});

/**
 * Appends an event once per idempotency key.
 *
 * @throws {ApiError} 409 if the key was used with a different request.
 */
export function appendOnce(
  { caller: { workspace }, sent, markReplayed }: Pick<EvidenceCall, "caller" | "sent" | "markReplayed">,
  request: string,
  append: () => EvidenceEvent,
): EvidenceEvent {
  const { keys, events } = workspace.evidence;
  const key = sent.headers.get("idempotency-key");
  if (key === null) return append();
  const stored = keys.get(key);
  const before = stored && events[stored.seq - 1];
  if (before) {
    if (before.data === null) throw erasedUnderKey(key);
    if (stored.request !== request) throw idempotencyConflict(key);
    markReplayed();
    return before;
  }
  const event = append();
  keys.set(key, { seq: event.seq, request });
  return event;
}

/** Returns an event by its id. @throws {ApiError} 404 if the log does not contain it. */
export const eventIn = ({ events }: EvidenceTable, id: string): EvidenceEvent =>
  existing(
    events.find(({ eventId }) => eventId === id),
    "event",
    id,
  );

/** Returns the nodes of a log's tree. */
const nodesIn = ({ events }: EvidenceTable): NodeAt =>
  nodesOf((index) => fromHex(events[index]?.leafHash ?? "", 32) ?? new Uint8Array());

/** Returns a log's root hash at a given size, in hexadecimal. */
export const rootAt = (evidence: EvidenceTable, size: number): string =>
  toHex(rootOf(size).from(nodesIn(evidence)));

/** Returns the log of the caller's workspace in the form that proofs require. */
export function provableLog(call: Pick<EvidenceCall, "caller" | "signer">): ProvableLog {
  const { evidence } = call.caller.workspace;
  return {
    size: evidence.events.length,
    seqOf: (id) => eventIn(evidence, id).seq,
    sign: (size) => signLog(call, size),
    readNodes: () => nodesIn(evidence),
  };
}

/** Signs a workspace's log at the given size; default: the log's current size. */
export async function signLog(
  { caller: { workspace }, signer }: Pick<EvidenceCall, "caller" | "signer">,
  given?: number,
): Promise<SignedLog> {
  const { evidence } = workspace;
  const size = given ?? evidence.events.length;
  const origin = logOrigin(evidence.id, 1);
  const root = rootOf(size).from(nodesIn(evidence));
  const { kid, ...keys } = await signer();
  evidence.largestSigned = Math.max(evidence.largestSigned, size);
  return { origin, size, root, kid, note: await signCheckpoint({ origin, size, root }, keys) };
}
