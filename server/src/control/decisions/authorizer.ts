import { ApiError, type FieldError } from "@assay/contract/platform/errors";
import { parentFaults, sendsParents } from "@assay/contract/control/hierarchy/stored-state";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import type { AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import type { EvaluationTools } from "@assay/contract/control/decisions/evaluate-request";
import { admitsAny, CostBudget } from "@assay/contract/domain";
import { unavailable } from "@assay/contract/platform/refusals";
import type { ControlDeps } from "../control-deps.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { appendBatch } from "../../evidence/log/append/append-batch.ts";
import { logFailure } from "../../platform/http/server/log-failure.ts";
import { SnapshotCache } from "./snapshot-cache.ts";
import { type Authorized, DecisionAppender, type DecisionDeps } from "./decision-appender.ts";
import { SnapshotChangedError } from "./snapshot-check.ts";
import { RecentRequestsCache } from "./usage/recent-requests.ts";
import { evaluationTools } from "./evaluation-tools.ts";
import type { Requester } from "./usage/decision-usage.ts";

/** Maximum number of attempts at a decision if its snapshot keeps changing. */
const maxAttempts = 5;

/**
 * Decides whether callers may act. Each decision is returned only after its event is on disk; if the event
 * cannot be written, the request is refused with 503.
 *
 * The snapshot that a decision depends on is loaded or taken from the cache before the log is locked. If the
 * log shows a later change of an agent, policy, setting or entity, the snapshot is reloaded. Ceilings and
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
    this.#parts = {
      now: deps.now,
      newId: deps.newId,
      tools: this.tools,
      requests: new RecentRequestsCache(),
    };
    this.snapshots = new SnapshotCache(deps);
  }

  /** Decides on a call. @throws {ApiError} 503 if the event of the decision cannot be written. */
  async authorize(call: AuthorizationRequest, requester: Requester): Promise<Authorized> {
    const { workspaceId } = requester.caller;
    return this.#withRetries(workspaceId, async () => {
      const [fault] = await this.parentFaults(workspaceId, call);
      if (fault) throw validationFailed([fault]);
      const snapshot =
        this.snapshots.getCached(workspaceId, call) ?? (await this.snapshots.get(workspaceId, call));
      const pending = { call, snapshot, requester, admits: admitsAny };
      const appender = await this.#deps.policies.turns.run(
        workspaceId,
        () => new DecisionAppender(this.#parts, pending),
      );
      const { event } = await this.#deps.evidence.writer.append(workspaceId, appender.append);
      return this.#reported(workspaceId, appender.result(event));
    });
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
    return this.#withRetries(workspaceId, async () => {
      const budget = new CostBudget();
      const appenders: DecisionAppender[] = [];
      for (const { call, index } of valid) {
        const snapshot = await this.snapshots.get(workspaceId, call);
        const pending = { call, snapshot, requester: withIndex(requester, index), admits: budget.share() };
        const create = () => new DecisionAppender(this.#parts, pending);
        appenders.push(await this.#deps.policies.turns.run(workspaceId, create));
      }
      return this.#appendAll(workspaceId, appenders, shouldContinue);
    });
  }

  /**
   * A batch has its own transaction. The writer's queue could split its events, which must share one commit.
   */
  async #appendAll(
    workspaceId: string,
    appenders: readonly DecisionAppender[],
    shouldContinue: (decision: boolean) => boolean,
  ): Promise<Authorized[]> {
    const { database, evidence } = this.#deps;
    const outcomes = await inTransaction(database, async (tx) => {
      let isOpen = true;
      const requests = appenders.map((appender) => ({
        build: async (locked: Parameters<DecisionAppender["append"]>[0]) => {
          if (!isOpen) throw new NotReached();
          const event = await appender.append(locked);
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
      const result = outcome.ok ? appenders[index]?.result(outcome.value.event) : undefined;
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
   * Retries a decision whose snapshot has changed. If the decision cannot be written for any other reason,
   * throws a 503.
   */
  async #withRetries<T>(workspaceId: string, decide: () => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      try {
        return await decide();
      } catch (error) {
        if (error instanceof SnapshotChangedError) {
          this.snapshots.invalidate(workspaceId, error.workspace);
          continue;
        }
        if (!(error instanceof ApiError)) logFailure(this.#deps.log, error, "decision write failed");
        throw error instanceof ApiError ? error : unavailable(1);
      }
    }
    throw unavailable(1);
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
