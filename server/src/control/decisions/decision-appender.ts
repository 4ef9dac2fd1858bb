import {
  defaultLockedFacts,
  evaluateRequest,
  type EvaluationTools,
  type LockedFacts,
} from "@assay/contract/control/decisions/evaluate-request";
import { approvalIdOf, inputDigestOf } from "@assay/contract/control/decisions/authorize-call";
import {
  decisionToWire,
  decisionEvent,
  type DecisionMetadata,
  type EvaluatedDecision,
  withoutSecrets,
} from "@assay/contract/control/decisions/policy-decision";
import { formatId } from "@assay/contract/platform/ids";
import {
  approvalObstacle,
  type SentApproval,
  withApproval,
} from "@assay/contract/control/approvals/approval-obstacles";
import { approvalReference, approvalUseOf } from "@assay/contract/control/approvals/approval-use-rules";
import type { ControlDeps } from "../control-deps.ts";
import type { LockedLog, BuildEvent, EventToAppend } from "../../evidence/log/append/append-batch.ts";
import { digestOfValue } from "../../evidence/log/append/sealing-tools.ts";
import { findChangesSince } from "./snapshot-queries.ts";
import {
  type ApprovalEffect,
  consumeOrOpenApproval,
  type DecisionMoment,
  findSentApproval,
  noApproval,
} from "./decision-approval.ts";
import type { WorkspaceSnapshot } from "./policy-snapshot.ts";
import {
  type PendingDecision,
  meteredAgent,
  countUse,
  readUsage,
  noUsage,
  type Usage,
} from "./decision-usage.ts";
import { UsageCounter } from "./usage-counter.ts";

/** A decision, and the response header that belongs to it. */
export interface Authorized {
  answer: ReturnType<typeof decisionToWire>;
  /** Seconds until a ceiling allows a call again; null if no ceiling is reached. */
  retryAfterSeconds: number | null;
}

/** The snapshot of a decision changed before the decision's event could be written. */
export class SnapshotChangedError extends Error {
  override readonly name = "SnapshotChangedError";
  readonly workspace: WorkspaceSnapshot;

  constructor(workspace: WorkspaceSnapshot) {
    super("The snapshot of a decision has changed.");
    this.workspace = workspace;
  }
}

/** The result of a call while the log was locked. */
interface Outcome {
  evaluated: EvaluatedDecision;
  metadata: DecisionMetadata;
  retryAfterSeconds: number | null;
}

/** The dependencies of decisions. */
export interface DecisionDeps extends Pick<ControlDeps, "now" | "newId"> {
  tools: EvaluationTools;
}

/**
 * Appends a decision to the log. The decision is evaluated before the log is locked and evaluated again under
 * the lock only if an approval or a ceiling changes its facts, which is rare.
 */
export class DecisionAppender {
  readonly #deps: DecisionDeps;
  readonly #pending: PendingDecision;
  readonly #moment: DecisionMoment;
  readonly #first: EvaluatedDecision;
  #outcome: Outcome | undefined;

  constructor(deps: DecisionDeps, pending: PendingDecision) {
    this.#deps = deps;
    this.#pending = pending;
    this.#moment = {
      decisionId: deps.newId(),
      now: deps.now().getTime(),
      caller: pending.requester.caller,
      newId: deps.newId,
    };
    this.#first = this.#evaluate(defaultLockedFacts);
  }

  /** The decision as evaluated before the log is locked. */
  get first(): EvaluatedDecision {
    return this.#first;
  }

  /**
   * Builds the event, synchronously if no query is needed.
   *
   * @throws {SnapshotChangedError} if the decision must be retried.
   */
  readonly append: BuildEvent = (locked) =>
    this.#needsNoQuery(locked)
      ? this.#eventOf(this.#first, { effect: noApproval, usage: noUsage })
      : this.#appendWithQueries(locked);

  /**
   * Most decisions depend on the snapshot alone and change only the log: they have no approval and no
   * ceiling.
   */
  #needsNoQuery(locked: LockedLog): boolean {
    const { call } = this.#pending;
    return (
      this.#isUnchanged(locked) &&
      approvalIdOf(call) === undefined &&
      this.#first.verdict.outcome !== "ask" &&
      meteredAgent(this.#pending) === null
    );
  }

  async #appendWithQueries(locked: LockedLog): Promise<EventToAppend> {
    if (!this.#isUnchanged(locked)) await this.#requireUnchanged(locked);
    const secrets = this.#secrets;
    const { call } = this.#pending;
    const sent = await findSentApproval(locked, this.#moment, { call, secrets });
    const usage = await readUsage(locked, this.#pending, this.#moment);
    const evaluated = this.#evaluateLocked(sent, usage.facts);
    const decisionId = formatId("decision", this.#moment.decisionId);
    const { settings } = this.#pending.snapshot.workspace;
    const use = approvalUseOf(withoutSecrets(evaluated, secrets), sent, { decisionId, secrets, settings });
    const effect = use ? await consumeOrOpenApproval(locked, use, this.#moment) : noApproval;
    await countUse(locked, { pending: this.#pending, evaluated, usage }, this.#moment);
    return {
      ...this.#eventOf(evaluated, { effect, usage }),
      ...(usage.metered && { after: (tx) => UsageCounter.of(locked, this.#workspaceId).write(tx) }),
    };
  }

  #eventOf(
    decided: EvaluatedDecision,
    { effect, usage }: { effect: ApprovalEffect; usage: Usage },
  ): EventToAppend {
    const secrets = this.#secrets;
    const evaluated = withoutSecrets(decided, secrets);
    const { caller } = this.#pending.requester;
    const metadata = {
      decisionId: formatId("decision", this.#moment.decisionId),
      evaluatedAt: this.#moment.now,
      inputDigest: inputDigestOf(this.#pending.call, digestOfValue),
      approval: approvalReference(effect.approval),
      caller: { keyId: formatId("api_key", caller.apiKeyId), keyAgent: caller.keyAgent },
    };
    this.#outcome = { evaluated, metadata, retryAfterSeconds: usage.retryAfterSeconds };
    const event = decisionEvent(evaluated, metadata, secrets);
    if (effect.evidence.length === 0) return event;
    const { ts, receivedAt, origin } = event;
    const followers = effect.evidence.map((one) => ({ session: null, ...one, ts, receivedAt, origin }));
    return { ...event, followers };
  }

  /** The decision to return, once its event is on disk. */
  result(event: Parameters<typeof decisionToWire>[2]): Authorized {
    const outcome = this.#outcome;
    if (!outcome) throw new Error("The result of a decision was read before its event was built.");
    const { evaluated, metadata, retryAfterSeconds } = outcome;
    // The snapshot was verified under the lock. All events since then, up to this one, came in the same
    // transaction: decisions and callers' events, which are not control changes. So the next decision need
    // not verify them.
    const { workspace } = this.#pending.snapshot;
    workspace.verifiedSize = Math.max(workspace.verifiedSize, event.seq);
    return { answer: decisionToWire(evaluated, metadata, event), retryAfterSeconds };
  }

  get #secrets(): readonly string[] {
    return this.#pending.snapshot.agent?.secrets ?? [];
  }

  get #workspaceId(): string {
    return this.#pending.requester.caller.workspaceId;
  }

  #evaluate(facts: LockedFacts): EvaluatedDecision {
    const { call, snapshot, requester } = this.#pending;
    const { keyAgent } = requester.caller;
    return evaluateRequest(this.#deps.tools, { call, snapshot, now: this.#moment.now, keyAgent }, facts);
  }

  #evaluateLocked(
    sent: SentApproval | undefined,
    ceilings: Omit<LockedFacts, "approved">,
  ): EvaluatedDecision {
    const { now } = this.#moment;
    const approved = sent !== undefined && approvalObstacle(sent, this.#first, now) === undefined;
    const isDefault = !approved && !ceilings.rateExceeded && !ceilings.budgetExceeded;
    const evaluated = isDefault ? this.#first : this.#evaluate({ approved, ...ceilings });
    return sent ? withApproval(evaluated, sent, now) : evaluated;
  }

  /**
   * Whether all events in the log are verified to leave the snapshot unchanged.
   *
   * @throws {SnapshotChangedError}
   */
  #isUnchanged({ size, shared }: LockedLog): boolean {
    const { workspace } = this.#pending.snapshot;
    if (workspace.isStale) throw new SnapshotChangedError(workspace);
    if (size === workspace.verifiedSize) shared.set("verified", size);
    return workspace.verifiedSize === shared.get("verified");
  }

  /** Ensures that the log never has an allow for an agent after that agent's suspension. */
  async #requireUnchanged({ shared, read }: LockedLog): Promise<void> {
    const { workspace } = this.#pending.snapshot;
    const since = workspace.verifiedSize;
    const changes = await read((tx) => findChangesSince(tx, this.#workspaceId, since));
    if (changes.lastChange > since || changes.size < since) throw new SnapshotChangedError(workspace);
    // Committed events never change, so none of them can become a control change later.
    workspace.verifiedSize = changes.size;
    shared.set("verified", changes.size);
  }
}
