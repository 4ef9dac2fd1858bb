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
  type ApprovalRecord,
  approvalReference,
  approvalUseOf,
  type SentApproval,
  withApproval,
} from "@assay/contract/control/approvals/approval-rules";
import type { ControlDeps } from "../control-deps.ts";
import type { LockedLog, BuildEvent, EventToAppend } from "../../evidence/log/append/append-batch.ts";
import { digestOfValue } from "../../evidence/log/append/sealing-tools.ts";
import { findChangesSince } from "./snapshot-queries.ts";
import { consumeOrOpenApproval, type DecisionMoment, findSentApproval } from "./decision-approval.ts";
import type { WorkspaceSnapshot } from "./policy-snapshot.ts";
import {
  type PendingDecision,
  meteredAgent,
  countUse,
  readUsage,
  uncounted,
  type Usage,
} from "./decision-usage.ts";
import { UsageCounter } from "./usage-counter.ts";

/** A decision, and what its answer carries besides. */
export interface Authorized {
  answer: ReturnType<typeof decisionToWire>;
  /** Seconds until a ceiling lets a call through again; null: none is reached. */
  retryAfterSeconds: number | null;
}

/** What a decision was made on has changed before its event could be written. */
export class SnapshotChangedError extends Error {
  override readonly name = "SnapshotChangedError";
  readonly known: WorkspaceSnapshot;

  constructor(known: WorkspaceSnapshot) {
    super("What a decision was made on has changed.");
    this.known = known;
  }
}

/** What came of a call while the log was locked. */
interface Outcome {
  judged: EvaluatedDecision;
  mark: DecisionMetadata;
  retryAfterSeconds: number | null;
}

/** What decisions are made with. */
export interface TellingDeps extends Pick<ControlDeps, "now" | "newId"> {
  tools: EvaluationTools;
}

/**
 * Tells a decision in the log. It is made before the log is locked where nothing under the lock bears on it (most are), else
 * while it is.
 */
export class DecisionAppender {
  readonly #deps: TellingDeps;
  readonly #asked: PendingDecision;
  readonly #moment: DecisionMoment;
  readonly #first: EvaluatedDecision;
  #outcome: Outcome | undefined;

  constructor(deps: TellingDeps, asked: PendingDecision) {
    this.#deps = deps;
    this.#asked = asked;
    this.#moment = {
      decisionId: deps.newId(),
      now: deps.now().getTime(),
      caller: asked.asking.caller,
      newId: deps.newId,
    };
    this.#first = this.#judge(defaultLockedFacts);
  }

  /** The decision as far as it is known before the log is locked. */
  get first(): EvaluatedDecision {
    return this.#first;
  }

  /** Tells the event: at once where nothing has to be asked for. @throws {SnapshotChangedError} when the decision has to be made anew. */
  readonly tell: BuildEvent = (locked) =>
    this.#asksNothing(locked)
      ? this.#told(this.#first, { approval: undefined, usage: uncounted })
      : this.#tellAsking(locked);

  /** Most decisions rest on nothing but what is known, and change nothing but the log: no approval, no ceiling. */
  #asksNothing(locked: LockedLog): boolean {
    const { call } = this.#asked;
    return (
      this.#isUnchanged(locked) &&
      approvalIdOf(call) === undefined &&
      this.#first.verdict.outcome !== "ask" &&
      meteredAgent(this.#asked) === null
    );
  }

  async #tellAsking(locked: LockedLog): Promise<EventToAppend> {
    if (!this.#isUnchanged(locked)) await this.#requireUnchanged(locked);
    const sent = await findSentApproval(locked, this.#asked.asking.caller, this.#asked.call);
    const usage = await readUsage(locked, this.#asked, this.#moment);
    const secrets = this.#secrets;
    const judged = this.#judgeLocked(sent, usage.facts);
    const decisionId = formatId("decision", this.#moment.decisionId);
    const use = approvalUseOf(withoutSecrets(judged, secrets), sent, { decisionId, secrets });
    const approval = use && (await consumeOrOpenApproval(locked, use, this.#moment));
    await countUse(locked, { asked: this.#asked, judged, usage }, this.#moment);
    return {
      ...this.#told(judged, { approval, usage }),
      ...(usage.metered && { after: (tx) => UsageCounter.of(locked, this.#workspaceId).write(tx) }),
    };
  }

  #told(
    decided: EvaluatedDecision,
    { approval, usage }: { approval: ApprovalRecord | undefined; usage: Usage },
  ): EventToAppend {
    const secrets = this.#secrets;
    const judged = withoutSecrets(decided, secrets);
    const mark = {
      decisionId: formatId("decision", this.#moment.decisionId),
      evaluatedAt: this.#moment.now,
      inputDigest: inputDigestOf(this.#asked.call, digestOfValue),
      approval: approvalReference(approval),
    };
    this.#outcome = { judged, mark, retryAfterSeconds: usage.retryAfterSeconds };
    return decisionEvent(judged, mark, secrets);
  }

  /** The answer, once the event is on the disk. */
  answer(event: Parameters<typeof decisionToWire>[2]): Authorized {
    const outcome = this.#outcome;
    if (!outcome) throw new Error("A decision was answered before it was made.");
    const { judged, mark, retryAfterSeconds } = outcome;
    // Between the lock, under which what is known was found unchanged, and this event the log holds nothing but what came
    // with it in one transaction: decisions and what callers tell, none of it a change. So the next look is saved.
    const { known } = this.#asked.basis;
    known.verifiedSize = Math.max(known.verifiedSize, event.seq);
    return { answer: decisionToWire(judged, mark, event), retryAfterSeconds };
  }

  get #secrets(): readonly string[] {
    return this.#asked.basis.agent?.secrets ?? [];
  }

  get #workspaceId(): string {
    return this.#asked.asking.caller.workspaceId;
  }

  #judge(facts: LockedFacts): EvaluatedDecision {
    const { call, basis: snapshot } = this.#asked;
    return evaluateRequest(this.#deps.tools, { call, snapshot }, facts);
  }

  #judgeLocked(sent: SentApproval | undefined, ceilings: Omit<LockedFacts, "approved">): EvaluatedDecision {
    const { now } = this.#moment;
    const approved = sent !== undefined && approvalObstacle(sent, this.#first, now) === undefined;
    const plain = !approved && !ceilings.rateExceeded && !ceilings.budgetExceeded;
    const judged = plain ? this.#first : this.#judge({ approved, ...ceilings });
    return sent ? withApproval(judged, sent, now) : judged;
  }

  /** Whether the log holds nothing but what is known to have changed nothing. @throws {SnapshotChangedError} */
  #isUnchanged({ size, shared }: LockedLog): boolean {
    const { known } = this.#asked.basis;
    if (known.isStale) throw new SnapshotChangedError(known);
    if (size === known.verifiedSize) shared.set("verified", size);
    return known.verifiedSize === shared.get("verified");
  }

  /** A suspended agent gets no allow that stands after its suspension in the log. */
  async #requireUnchanged({ shared, read }: LockedLog): Promise<void> {
    const { known } = this.#asked.basis;
    const since = known.verifiedSize;
    const changes = await read((tx) => findChangesSince(tx, this.#workspaceId, since));
    if (changes.lastChange > since || changes.size < since) throw new SnapshotChangedError(known);
    // What is committed now stays: no event before it can tell of a change any more.
    known.verifiedSize = changes.size;
    shared.set("verified", changes.size);
  }
}
