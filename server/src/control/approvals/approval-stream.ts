import { approvalToWire } from "@assay/contract/control/approvals/approval-wire";
import {
  approvalEvents,
  approvalIn,
  changeMessage,
  expiryMessage,
  pendingMessage,
  snapshotEndMessage,
} from "@assay/contract/control/approvals/stream/approval-stream";
import { positionMessage } from "@assay/contract/evidence/events/event-rules";
import type { EvidenceEvent } from "@assay/contract/wire";
import type { StreamContents } from "../../evidence/events/event-stream.ts";
import { configuredBase } from "../../platform/http/request/public-base.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { ControlDeps } from "../control-deps.ts";
import { findNextExpiry, listDueApprovals, listPendingApprovals } from "./open-approval-queries.ts";

type StreamDeps = Pick<ControlDeps, "database" | "now" | "config">;
type StreamCaller = Pick<Caller, "workspaceId" | "apiKeyId" | "keyAgent">;

/** The part of the approvals that a client requests from a stream. */
export interface ApprovalStreamRequest {
  /** Position of the last event that the client received; undefined if the stream starts with the next event. */
  after: number | undefined;
  /** Whether the stream starts with the pending approvals. A stream that continues does not. */
  snapshot: boolean;
}

/** A stream of the changes of approvals. Each stream needs its own contents, because they have a state. */
export function approvalStreamContents(
  deps: StreamDeps,
  caller: StreamCaller,
  { after, snapshot }: ApprovalStreamRequest,
): StreamContents {
  const publicUrl = configuredBase(deps);
  const startedAt = deps.now().getTime();
  // The log may not contain the latest expiries yet, so a stream that continues sends them again.
  const expiries = new Expiries(deps, caller, after === undefined ? startedAt : 0);
  return {
    filter: approvalEvents(caller.keyAgent),
    after,
    opening: (position) =>
      snapshot && after === undefined
        ? snapshotMessages(deps, caller, { position, now: startedAt })
        : [positionMessage(position)],
    messageOf: (event: EvidenceEvent) => {
      const approval = approvalIn(event, publicUrl);
      if (approval) expiries.add(approval.expiresAt);
      return approval && changeMessage(event.type, event.seq, approval);
    },
    timed: (position) => expiries.messages(position),
  };
}

/** Yields the pending approvals, oldest first. Each later change has an event after the position. */
async function* snapshotMessages(
  deps: StreamDeps,
  caller: StreamCaller,
  { position, now }: { position: number; now: number },
): AsyncGenerator<string, void, undefined> {
  const publicUrl = configuredBase(deps);
  let after: readonly [number, string] | undefined;
  do {
    const reader = { ...caller, now: deps.now().getTime() };
    const page = await listPendingApprovals(deps.database.knex, reader, { now, after });
    for (const approval of page.approvals) yield pendingMessage(approvalToWire(approval, now, publicUrl));
    after = page.next;
  } while (after);
  yield snapshotEndMessage(position);
}

/** The expiries that a stream sends itself, because the log contains them only up to a minute later. */
class Expiries {
  readonly #deps: StreamDeps;
  readonly #caller: StreamCaller;
  /** The time up to which expiries have been sent, and the last one at this time. */
  #sentTo: readonly [number, string];
  /** No approval that this stream knows of expires earlier, after the sent ones. */
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(deps: StreamDeps, caller: StreamCaller, since: number) {
    this.#deps = deps;
    this.#caller = caller;
    this.#sentTo = [since, lastUuid];
  }

  /** Notes that an approval expires at a time. */
  add(expiresAt: number): void {
    if (expiresAt > this.#sentTo[0]) this.#nextAt = Math.min(this.#nextAt, expiresAt);
  }

  /** Yields the messages of the approvals that have expired since the last call. */
  async *messages(position: number): AsyncGenerator<string, void, undefined> {
    const now = this.#deps.now().getTime();
    if (now < this.#nextAt) return;
    const { knex } = this.#deps.database;
    const publicUrl = configuredBase(this.#deps);
    const reader = { ...this.#caller, now };
    let after: readonly [number, string] | undefined = this.#sentTo;
    while (after) {
      const page = await listDueApprovals(knex, reader, { now, after });
      for (const due of page.approvals) yield expiryMessage(position, approvalToWire(due, now, publicUrl));
      after = page.next;
    }
    this.#sentTo = [now, lastUuid];
    this.#nextAt = await findNextExpiry(knex, reader);
  }
}

/** Follows all UUIDs of one instant. */
const lastUuid = "ffffffff-ffff-ffff-ffff-ffffffffffff";
