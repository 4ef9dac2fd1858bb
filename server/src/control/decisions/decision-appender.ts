import {
  defaultLockedFacts,
  evaluateRequest,
  type EvaluationTools,
  type LockedFacts,
} from "@assay/contract/control/decisions/evaluate-request";
import { approvalIdOf } from "@assay/contract/control/decisions/authorize-call";
import {
  decisionToWire,
  decisionEvent,
  type DecisionMetadata,
  type EvaluatedDecision,
  withoutSecrets,
} from "@assay/contract/control/decisions/policy-decision";
import {
  type Repeat,
  type RequestIdentity,
  requestIdentityOf,
} from "@assay/contract/control/decisions/usage-rules";
import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import { formatId } from "@assay/contract/platform/ids";
import {
  decideRequest,
  firstDecisionOf,
  metadataOf,
} from "@assay/contract/control/approvals/decide-with-approval";
import type { ControlDeps } from "../control-deps.ts";
import type { LockedLog, BuildEvent, EventToAppend } from "../../evidence/log/append/append-batch.ts";
import { digestOfValue } from "../../evidence/log/append/sealing-tools.ts";
import { type ReplaceSnapshot, SnapshotCheck } from "./snapshot-check.ts";
import {
  type ApprovalEffect,
  consumeOrOpenApproval,
  type DecisionMoment,
  findSentApproval,
  noApproval,
} from "./decision-approval.ts";
import { type PendingDecision, meteredAgent, readUsage } from "./usage/decision-usage.ts";
import type { RecentRequests, RecentRequestsCache } from "./usage/recent-requests.ts";
import { UsageCounter } from "./usage/usage-counter.ts";

/** A decision, and the delay for the response's `Retry-After` header. */
export interface Authorized {
  answer: ReturnType<typeof decisionToWire>;
  /** Seconds until the ceiling allows another call; null if no ceiling is reached. */
  retryAfterSeconds: number | null;
}

/** The decision on a call, as made while the log was locked. */
interface Outcome {
  evaluated: EvaluatedDecision;
  metadata: DecisionMetadata;
  retryAfterSeconds: number | null;
}

/** The changes by a decision outside the log, and the earlier request that the call repeats, if any. */
interface DecisionEffects {
  effect: ApprovalEffect;
  repeat: Repeat | null;
  /** The reserved cost; undefined if nothing was reserved. */
  cost: CostRecord | undefined;
  retryAfterSeconds: number | null;
}

/** The effects of a decision that changes nothing but the log. */
const plainEffects: DecisionEffects = {
  effect: noApproval,
  repeat: null,
  cost: undefined,
  retryAfterSeconds: null,
};

type RememberedDecision = Pick<DecisionEffects, "repeat" | "cost"> & Pick<Outcome, "evaluated" | "metadata">;

/** The dependencies of decisions. */
export interface DecisionDeps extends Pick<ControlDeps, "now" | "newId">, Pick<DecisionMoment, "publicUrl"> {
  tools: EvaluationTools;
  requests: RecentRequestsCache;
  replaceSnapshot: ReplaceSnapshot;
}

/**
 * Appends a decision to the log. The decision is evaluated before the log is locked. It is evaluated again
 * under the lock only if an approval or a ceiling changes its facts, which is rare.
 */
export class DecisionAppender {
  readonly #deps: DecisionDeps;
  readonly #pending: PendingDecision;
  readonly #moment: DecisionMoment;
  readonly #decisionId: string;
  readonly #first: EvaluatedDecision;
  readonly #identity: RequestIdentity;
  readonly #check: SnapshotCheck;
  /** The recent requests of the transaction in which the event was built last; undefined if there are none. */
  #recent: RecentRequests | undefined;
  #outcome: Outcome | undefined;
  /** Whether `RecentRequests` has cached all requests up to this decision. */
  #isTracked = false;

  constructor(deps: DecisionDeps, pending: PendingDecision) {
    this.#deps = deps;
    this.#pending = pending;
    this.#moment = {
      decisionId: deps.newId(),
      now: deps.now().getTime(),
      caller: pending.requester.caller,
      newId: deps.newId,
      publicUrl: deps.publicUrl,
    };
    this.#decisionId = formatId("decision", this.#moment.decisionId);
    this.#check = new SnapshotCheck(this.#workspaceId, pending.snapshot, deps.replaceSnapshot);
    this.#first = this.#evaluate(defaultLockedFacts);
    const { caller, key } = pending.requester;
    this.#identity = requestIdentityOf(pending.call, { keyId: caller.apiKeyId, key }, digestOfValue);
  }

  /**
   * Builds the event of the decision. If no query is needed, the event is built synchronously.
   *
   * @throws {SnapshotChangedError} if the decision must be retried.
   */
  readonly append: BuildEvent = (locked) => {
    this.#recent = this.#deps.requests.in(locked, this.#workspaceId, this.#requestKey !== undefined);
    return this.#needsNoQuery(locked)
      ? this.#eventOf(locked, withoutSecrets(this.#first, this.#secrets), plainEffects)
      : this.#appendWithQueries(locked);
  };

  /**
   * Most decisions need no query: they depend only on the snapshot and change only the log. Such a decision
   * has no approval and no ceiling, and its call repeats no earlier request.
   */
  #needsNoQuery(locked: LockedLog): boolean {
    const { call } = this.#pending;
    return (
      this.#check.isUnchanged(locked) &&
      !this.#mayRepeat(locked) &&
      approvalIdOf(call) === undefined &&
      this.#first.verdict.outcome !== "ask" &&
      meteredAgent(this.#pending) === null
    );
  }

  #mayRepeat(locked: LockedLog): boolean {
    const isComplete = this.#recent?.isComplete(locked) === true;
    if (this.#requestKey === undefined) return false;
    return !isComplete || this.#recent?.mayRepeat(locked, this.#requestKey, this.#moment.now) === true;
  }

  async #repeatIn(locked: LockedLog): Promise<Repeat | null> {
    const key = this.#requestKey;
    if (key === undefined || !this.#recent) return null;
    return this.#recent.repeatIn(locked, key, this.#moment.now);
  }

  async #appendWithQueries(locked: LockedLog): Promise<EventToAppend> {
    await this.#check.requireUnchanged(locked);
    const secrets = this.#secrets;
    const sent = await findSentApproval(locked, this.#moment, { call: this.#pending.call, secrets });
    const repeat = await this.#repeatIn(locked);
    const usage = await readUsage(locked, this.#pending, { ...this.#moment, repeat });
    const decided = decideRequest({
      first: this.#first,
      evaluate: (facts) => this.#evaluate(facts),
      sent,
      usage,
      settings: this.#pending.snapshot.workspace.settings,
      secrets,
      decisionId: this.#decisionId,
      now: this.#moment.now,
    });
    this.#check.requireNoFurtherEntities();
    const { use } = decided;
    const effect = use ? await consumeOrOpenApproval(locked, use, this.#moment) : noApproval;
    const counter = UsageCounter.of(locked, this.#workspaceId);
    counter.add(decided.usage);
    const { retryAfterSeconds } = usage;
    const { cost } = decided.usage;
    return {
      ...this.#eventOf(locked, decided.evaluated, { effect, repeat, cost, retryAfterSeconds }),
      ...(usage.metered && { after: (tx) => counter.write(tx) }),
    };
  }

  #eventOf(
    locked: LockedLog,
    evaluated: EvaluatedDecision,
    { effect, repeat, cost, retryAfterSeconds }: DecisionEffects,
  ): EventToAppend {
    const { caller } = this.#pending.requester;
    const identity = {
      decisionId: this.#decisionId,
      now: this.#moment.now,
      caller: { keyId: formatId("api_key", caller.apiKeyId), keyAgent: caller.keyAgent },
      ...this.#identity,
    };
    const metadata = metadataOf(identity, effect.approval, repeat);
    this.#remember(locked, { evaluated, metadata, repeat, cost });
    this.#outcome = { evaluated, metadata, retryAfterSeconds };
    const event = decisionEvent(evaluated, metadata, this.#secrets);
    if (effect.evidence.length === 0) return event;
    const { ts, receivedAt, origin } = event;
    const followers = effect.evidence.map((one) => ({ session: null, ...one, ts, receivedAt, origin }));
    return { ...event, followers };
  }

  /** Caches the decision, so that a later request with the same idempotency key finds it. */
  #remember(locked: LockedLog, { evaluated, metadata, repeat, cost }: RememberedDecision): void {
    const recent = this.#recent;
    this.#isTracked = recent?.isComplete(locked) === true;
    if (this.#requestKey === undefined || !recent) return;
    if (repeat) {
      if (cost) recent.reserve(locked, this.#requestKey, cost);
      return;
    }
    const first = firstDecisionOf(evaluated, metadata);
    recent.add(locked, this.#requestKey, { found: { first, cost }, now: this.#moment.now });
  }

  /** Returns the decision. Must be called after the event of the decision is stored on disk. */
  readonly result = (event: Parameters<typeof decisionToWire>[2]): Authorized => {
    const outcome = this.#outcome;
    if (!outcome) throw new Error("The result of a decision was read before its event was built.");
    const { evaluated, metadata, retryAfterSeconds } = outcome;
    this.#check.stored(event.seq);
    if (this.#isTracked) this.#recent?.advance(event.seq);
    return { answer: decisionToWire(evaluated, metadata, event), retryAfterSeconds };
  };

  get #secrets(): readonly string[] {
    return this.#pending.snapshot.agent?.secrets ?? [];
  }

  get #requestKey(): string | undefined {
    return this.#identity.requestKey;
  }

  get #workspaceId(): string {
    return this.#pending.requester.caller.workspaceId;
  }

  #evaluate(facts: LockedFacts): EvaluatedDecision {
    const { call, snapshot, requester, admits } = this.#pending;
    const { keyAgent } = requester.caller;
    const { now } = this.#moment;
    return evaluateRequest(this.#deps.tools, { call, snapshot, now, keyAgent, admits }, facts);
  }
}
