import { ApiError, type FieldError } from "@assay/contract/platform/errors";
import { parentFaults, sendsParents } from "@assay/contract/control/hierarchy/stored-state";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import type { AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import type { EvaluationTools } from "@assay/contract/control/decisions/evaluate-request";
import { admitsAny, CostBudget } from "@assay/contract/domain";
import { unavailable } from "@assay/contract/platform/refusals";
import type { ControlDeps } from "../control-deps.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { appendBatch, type LockedLog } from "../../evidence/log/append/append-batch.ts";
import { configuredBase } from "../../platform/http/request/public-base.ts";
import { logFailure } from "../../platform/http/server/log-failure.ts";
import type { CachedPolicySnapshot } from "./policy-snapshot.ts";
import { SnapshotCache } from "./snapshot-cache.ts";
import { type Authorized, DecisionAppender, type DecisionDeps } from "./decision-appender.ts";
import { SnapshotChangedError } from "./snapshot-check.ts";
import { RecentRequestsCache } from "./usage/recent-requests.ts";
import { evaluationTools } from "./evaluation-tools.ts";
import type { PendingDecision, Requester } from "./usage/decision-usage.ts";

/** Number of attempts at a decision before its snapshot is loaded under the log's lock. */
const maxUnlockedAttempts = 2;

/** A decision that is ready to be appended. */
type Prepared = Pick<DecisionAppender, "append" | "result">;

/** A call to decide, and what its decision depends on besides the snapshot. */
type CallToDecide = Omit<PendingDecision, "snapshot">;

/**
 * Decides whether callers may act. Each decision is returned only after its event is on disk; if the event
 * cannot be written, the request is refused with 503.
 *
 * The snapshot that a decision depends on is loaded or taken from the cache before the log is locked. If the
 * log shows a later change of what the decision used, that part is loaded again. The third attempt loads the
 * snapshot under the lock, so that frequent changes delay a decision but never prevent it. Ceilings and
 * approvals are read and written under the lock.
 */
export class Authorizer {
  readonly #deps: ControlDeps;
  readonly #parts: DecisionDeps;
  /** Evaluates requests. */
  readonly tools: EvaluationTools;
  readonly snapshots: SnapshotCache;

  constructor(deps: ControlDeps) {
    this.#deps = deps;
    this.tools = evaluationTools(deps);
    this.snapshots = new SnapshotCache(deps);
    this.#parts = {
      now: deps.now,
      newId: deps.newId,
      publicUrl: configuredBase(deps),
      tools: this.tools,
      requests: new RecentRequestsCache(),
      replaceSnapshot: this.snapshots.replace,
    };
  }

  /** Decides on a call. @throws {ApiError} 503 if the event of the decision cannot be written. */
  authorize(call: AuthorizationRequest, requester: Requester): Promise<Authorized> {
    const { workspaceId } = requester.caller;
    return this.#withRetries(async (isLocked) => {
      const [fault] = sendsParents(call) ? await this.parentFaults(workspaceId, call) : [];
      if (fault) throw validationFailed([fault]);
      const prepared = this.#prepare({ call, requester, admits: admitsAny }, isLocked);
      // Most decisions are prepared at once, and each further `await` takes time.
      const { append, result } = prepared instanceof Promise ? await prepared : prepared;
      const { event } = await this.#deps.evidence.writer.append(workspaceId, append);
      return this.#reported(workspaceId, result(event));
    });
  }

  /** Evaluates a call by its snapshot. If `isLocked` is true, the log is locked. */
  #prepare(one: CallToDecide, isLocked: boolean): Prepared | Promise<Prepared> {
    if (isLocked) return this.#preparedUnderLock(one);
    const { workspaceId } = one.requester.caller;
    const inTurn = (snapshot: CachedPolicySnapshot): Prepared | Promise<Prepared> =>
      this.#deps.policies.turns.run(
        workspaceId,
        () => new DecisionAppender(this.#parts, { ...one, snapshot }),
      );
    const cached = this.snapshots.getCached(workspaceId, one.call);
    return cached ? inTurn(cached) : this.snapshots.get(workspaceId, one.call).then(inTurn);
  }

  #preparedUnderLock(one: CallToDecide): Prepared {
    let appender: DecisionAppender | undefined;
    return {
      append: async (locked) => {
        const snapshot = await this.snapshots.loadLocked(locked, one.requester.caller.workspaceId, one.call);
        appender = new DecisionAppender(this.#parts, { ...one, snapshot });
        return appender.append(locked);
      },
      result: (event) => {
        if (!appender) throw new Error("The result of a decision was read before its event was built.");
        return appender.result(event);
      },
    };
  }

  /**
   * Returns the faults of the parents that a caller sent. If the cached snapshot shows a fault, the database is
   * read, because the entity may have been deleted since. If the cache misses a fault, the decision is retried.
   */
  async parentFaults(workspaceId: string, call: AuthorizationRequest): Promise<readonly FieldError[]> {
    if (!sendsParents(call)) return [];
    const cached = parentFaults(call, (await this.snapshots.get(workspaceId, call)).find);
    return cached.length === 0
      ? cached
      : parentFaults(call, (await this.snapshots.load(workspaceId, call)).find);
  }

  /**
   * Decides on several calls in one commit.
   *
   * @param calls null stands for an invalid request, so that the valid requests keep their indexes.
   * @param shouldContinue receives whether a call was allowed, and returns whether to decide the next call.
   * @throws {ApiError} 503 if the commit fails. In that case, no decision was made.
   */
  async authorizeAll(
    calls: readonly (AuthorizationRequest | null)[],
    requester: Requester,
    shouldContinue: (decision: boolean) => boolean,
  ): Promise<Authorized[]> {
    const { workspaceId } = requester.caller;
    const valid = calls.flatMap((call, index) => (call ? [{ call, index }] : []));
    if (valid.length === 0) return [];
    return this.#withRetries(async (isLocked) => {
      const budget = new CostBudget();
      const prepared: Prepared[] = [];
      for (const { call, index } of valid) {
        const one = { call, requester: withIndex(requester, index), admits: budget.share() };
        prepared.push(await this.#prepare(one, isLocked));
      }
      return this.#appendAll(workspaceId, prepared, shouldContinue);
    });
  }

  /**
   * A batch has its own transaction. The writer's queue could split its events, which must share one commit.
   */
  async #appendAll(
    workspaceId: string,
    prepared: readonly Prepared[],
    shouldContinue: (decision: boolean) => boolean,
  ): Promise<Authorized[]> {
    const { database, evidence } = this.#deps;
    const outcomes = await inTransaction(database, async (tx) => {
      let isOpen = true;
      const requests = prepared.map(({ append }) => ({
        build: async (locked: LockedLog) => {
          if (!isOpen) throw new NotReached();
          const event = await append(locked);
          isOpen = shouldContinue(event.data["decision"] === true);
          return event;
        },
      }));
      const appended = await appendBatch(tx, database, { workspaceId, requests });
      for (const outcome of appended.outcomes)
        if (!outcome.ok && !(outcome.error instanceof NotReached)) throw outcome.error;
      return appended.outcomes;
    });
    evidence.feed.appended(workspaceId);
    return outcomes.flatMap((outcome, index) => {
      const result = outcome.ok ? prepared[index]?.result(outcome.value.event) : undefined;
      return result ? [this.#reported(workspaceId, result)] : [];
    });
  }

  /** Reports a decision whose policies were too slow, so that an operator finds the workspace and the policies. */
  #reported(workspaceId: string, authorized: Authorized): Authorized {
    const { reasons, policySet } = authorized.answer;
    const slow = reasons.find(({ code }) => code === "policy_slow");
    if (!slow) return authorized;
    this.#deps.metrics.policyOverruns.inc();
    this.#deps.log.warn(
      { workspaceId, policies: policySet.policies, detail: slow.message },
      "policy budget exceeded",
    );
    return authorized;
  }

  /**
   * Retries a decision whose snapshot has changed; after two attempts, under the log's lock. If the decision
   * cannot be written for any other reason, throws a 503.
   */
  async #withRetries<T>(decide: (isLocked: boolean) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await decide(attempt > maxUnlockedAttempts);
      } catch (error) {
        if (error instanceof SnapshotChangedError && attempt <= maxUnlockedAttempts) continue;
        if (!(error instanceof ApiError)) logFailure(this.#deps.log, error, "decision write failed");
        throw error instanceof ApiError ? error : unavailable(1);
      }
    }
  }
}

/** The requester of one item of a batch: each item has its own idempotency key. */
const withIndex = (requester: Requester, index: number): Requester => ({
  ...requester,
  key: requester.key === undefined ? undefined : `${requester.key}#${index}`,
});

/** Thrown for the items of a batch that follow the item at which the batch ended. */
class NotReached extends Error {
  override readonly name = "NotReached";
}
