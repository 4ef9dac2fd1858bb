import {
  agentOf,
  type AuthorizeCall,
  costOf,
  decisionAnswer,
  decisionData,
  type DecisionMark,
  formatId,
  isGranted,
  type Judged,
  limits,
  withoutSecrets,
} from "@assay/contract";
import { findSecrets, usageSince } from "@assay/contract/domain";
import type { Deps } from "../deps.ts";
import type { LockedLog, TellEvent } from "../evidence/append-batch.ts";
import type { Caller } from "../http/handler.ts";
import { findChangesSince } from "./basis-queries.ts";
import {
  type DecisionMoment,
  isApproved,
  markOf,
  type SentApproval,
  sentApproval,
  settleApproval,
  withSent,
} from "./decision-approval.ts";
import type { DecisionBasis, KnownWorkspace } from "./decision-basis.ts";
import { judgeCall, type LockedFacts, unlockedFacts } from "./judge-call.ts";
import { type CeilingCall, UsageBook } from "./usage-book.ts";
import { findCounted, noteCounted } from "./usage-queries.ts";

/** Who asks, and under which idempotency key. */
export interface Asking {
  caller: Caller;
  key: string | undefined;
}

/** A decision, and what its answer carries besides. */
export interface Authorized {
  answer: ReturnType<typeof decisionAnswer>;
  /** Seconds until a ceiling lets a call through again; null: none is reached. */
  retryAfterSeconds: number | null;
}

/** What a decision was made on has changed before its event could be written. */
export class BasisChanged extends Error {
  override readonly name = "BasisChanged";
  readonly known: KnownWorkspace;

  constructor(known: KnownWorkspace) {
    super("What a decision was made on has changed.");
    this.known = known;
  }
}

/** A call on its way into the log. */
export interface AskedCall {
  call: AuthorizeCall;
  basis: DecisionBasis;
  asking: Asking;
}

/** What came of a call while the log was locked. */
interface Outcome {
  judged: Judged;
  mark: DecisionMark;
  retryAfterSeconds: number | null;
}

type TellingDeps = Pick<Deps, "policies" | "log" | "now" | "newId">;

/**
 * Tells a decision in the log. It is made before the log is locked where nothing under the lock bears on it (most are), else
 * while it is.
 */
export class DecisionTelling {
  readonly #deps: TellingDeps;
  readonly #asked: AskedCall;
  readonly #moment: DecisionMoment;
  readonly #first: Judged;
  #outcome: Outcome | undefined;

  constructor(deps: TellingDeps, asked: AskedCall) {
    this.#deps = deps;
    this.#asked = asked;
    this.#moment = {
      decisionId: deps.newId(),
      now: deps.now().getTime(),
      caller: asked.asking.caller,
      newId: deps.newId,
    };
    this.#first = this.#judge(unlockedFacts);
  }

  /** The decision as far as it is known before the log is locked. */
  get first(): Judged {
    return this.#first;
  }

  /** Tells the event. @throws BasisChanged when the decision has to be made anew. */
  readonly tell: TellEvent = async (locked) => {
    await this.#requireUnchanged(locked);
    const approval = await sentApproval(locked, this.#workspaceId, this.#asked.call);
    const usage = await this.#readUsage(locked);
    const secrets = this.#asked.basis.agent?.secrets ?? [];
    const judged = withoutSecrets(this.#judgeLocked(approval, usage.facts), secrets);
    const row = await settleApproval(locked, { judged, approval, secrets }, this.#moment);
    const mark = {
      decisionId: formatId("decision", this.#moment.decisionId),
      evaluatedAt: this.#moment.now,
      approval: markOf(row),
    };
    const data = decisionData(judged, mark, secrets);
    const session = this.#asked.call.session;
    await this.#count(locked, { judged, usage });
    this.#outcome = { judged, mark, retryAfterSeconds: usage.retryAfterSeconds };
    return {
      type: "policy_decision",
      session: session === null || findSecrets(session, secrets).length === 0 ? session : "[redacted]",
      ts: this.#moment.now,
      receivedAt: this.#moment.now,
      origin: "server",
      data,
      ...(usage.call && { after: (tx) => UsageBook.of(locked, this.#workspaceId).write(tx) }),
    };
  };

  /** The answer, once the event is on the disk. */
  answer(event: Parameters<typeof decisionAnswer>[2]): Authorized {
    const outcome = this.#outcome;
    if (!outcome) throw new Error("A decision was answered before it was made.");
    const { judged, mark, retryAfterSeconds } = outcome;
    // Between the lock, under which what is known was found unchanged, and this event the log holds nothing but what came
    // with it in one transaction: decisions and what callers tell, none of it a change. So the next look is saved.
    const { known } = this.#asked.basis;
    known.verifiedSize = Math.max(known.verifiedSize, event.seq);
    return { answer: decisionAnswer(judged, mark, event), retryAfterSeconds };
  }

  get #workspaceId(): string {
    return this.#asked.asking.caller.workspaceId;
  }

  #judge(facts: LockedFacts): Judged {
    return judgeCall({ engine: this.#deps.policies.engine, log: this.#deps.log }, this.#asked, facts);
  }

  #judgeLocked(approval: SentApproval | undefined, ceilings: Omit<LockedFacts, "approved">): Judged {
    const { now } = this.#moment;
    const approved = isApproved(approval, this.#first, now);
    const plain = !approved && !ceilings.rateExceeded && !ceilings.budgetExceeded;
    return withSent(plain ? this.#first : this.#judge({ approved, ...ceilings }), approval, now);
  }

  /** A suspended agent gets no allow that stands after its suspension in the log. */
  async #requireUnchanged({ size, shared, read }: LockedLog): Promise<void> {
    const { known } = this.#asked.basis;
    if (known.isStale) throw new BasisChanged(known);
    if (size === known.verifiedSize) shared.set("verified", size);
    if (known.verifiedSize === shared.get("verified")) return;
    const since = known.verifiedSize;
    const changes = await read((tx) => findChangesSince(tx, this.#workspaceId, since));
    if (changes.lastChange > since || changes.size < since) throw new BasisChanged(known);
    // What is committed now stays: no event before it can tell of a change any more.
    known.verifiedSize = changes.size;
    shared.set("verified", changes.size);
  }

  async #readUsage(locked: LockedLog): Promise<Usage> {
    const { call, basis, asking } = this.#asked;
    const agentId = basis.agent && agentOf(call);
    const cost = costOf(call);
    const { settings } = basis.known;
    const counts = agentId !== null && (cost > 0 || usageSince(0, settings) !== undefined);
    if (!counts) return uncounted;
    const { now } = this.#moment;
    const key = asking.key;
    const counted =
      key === undefined
        ? undefined
        : await locked.read((tx) =>
            findCounted(tx, { workspaceId: this.#workspaceId, agentId }, { key, now }),
          );
    const ceilingCall = { agentId, settings, now, cost };
    // What was counted under the same key has its place already.
    if (counted?.reserved || (counted && cost === 0)) return { ...uncounted, call: ceilingCall, counted };
    const asked = counted ? { ...settings, rateCeiling: null } : settings;
    const reading = await UsageBook.of(locked, this.#workspaceId).read(locked, {
      ...ceilingCall,
      settings: asked,
    });
    const { retryAfterSeconds, ...facts } = reading;
    return { facts, retryAfterSeconds, call: ceilingCall, counted };
  }

  /** Counts a call that the rate let through, and reserves the cost of one that goes on. */
  async #count(locked: LockedLog, { judged, usage }: { judged: Judged; usage: Usage }): Promise<void> {
    const { call, counted } = usage;
    if (!call || usage.facts.rateExceeded) return;
    const book = UsageBook.of(locked, this.#workspaceId);
    if (!counted) book.countCall(call);
    const { decisionId, now } = this.#moment;
    const reserves = isGranted(judged) && call.cost > 0 && counted?.reserved !== true;
    const expiresAt = now + limits.decisionSeconds * 1000;
    if (reserves) book.reserve(call, { decisionId, expiresAt });
    const { key } = this.#asked.asking;
    if (key === undefined) return;
    const reserved = reserves || counted?.reserved === true;
    const place = { workspaceId: this.#workspaceId, agentId: call.agentId };
    await locked.query((tx) => noteCounted(tx, place, { key, now, reserved }));
  }
}

interface Usage {
  facts: Omit<LockedFacts, "approved">;
  retryAfterSeconds: number | null;
  /** Undefined: nothing is counted. */
  call?: CeilingCall | undefined;
  /** It was counted before, under the same key. */
  counted?: { reserved: boolean } | undefined;
}

const uncounted: Usage = {
  facts: { rateExceeded: false, budgetExceeded: false },
  retryAfterSeconds: null,
};
