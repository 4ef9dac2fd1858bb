import { ApiError } from "@assay/contract/platform/errors";
import type { AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import type { EvaluationTools } from "@assay/contract/control/decisions/evaluate-request";
import { unavailable } from "@assay/contract/platform/refusals";
import type { ControlDeps } from "../control-deps.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { appendBatch } from "../../evidence/log/append/append-batch.ts";
import { logFailure } from "../../platform/http/server/log-failure.ts";
import { SnapshotCache } from "./snapshot-cache.ts";
import type { CachedPolicySnapshot } from "./policy-snapshot.ts";
import {
  type Authorized,
  SnapshotChangedError,
  DecisionAppender,
  type TellingDeps,
} from "./decision-appender.ts";
import { evaluationTools } from "./evaluation-tools.ts";
import type { Asking } from "./decision-usage.ts";

/** How often a decision is made on something that changes meanwhile. */
const mostAttempts = 5;

/**
 * Decides whether callers may act. No answer without its event on the disk: what cannot be written is refused with 503.
 *
 * What a decision rests on is known or looked up before the log is locked, and looked up anew when the log says that an
 * agent, policies, the settings or the entities have changed since; ceilings and approvals are read and written under the lock.
 */
export class Authorizer {
  readonly #deps: ControlDeps;
  readonly #parts: TellingDeps;
  /** What evaluates requests. */
  readonly tools: EvaluationTools;
  readonly basis: SnapshotCache;

  constructor(deps: ControlDeps) {
    this.#deps = deps;
    this.tools = evaluationTools(deps);
    this.#parts = { now: deps.now, newId: deps.newId, tools: this.tools };
    this.basis = new SnapshotCache(deps);
  }

  /** Decides on a call. @throws {ApiError} 503 when its event cannot be written. */
  async authorize(call: AuthorizationRequest, asking: Asking): Promise<Authorized> {
    const { workspaceId } = asking.caller;
    return this.#settled(workspaceId, async () => {
      const basis = this.basis.inMind(workspaceId, call) ?? (await this.basis.find(workspaceId, call));
      const telling = new DecisionAppender(this.#parts, { call, basis, asking });
      const { event } = await this.#deps.evidence.writer.append(workspaceId, telling.tell);
      return telling.answer(event);
    });
  }

  /**
   * Decides on several calls in one commit.
   *
   * @param goesOn whether the next call is decided too, after one that was allowed or denied.
   * @throws {ApiError} 503 when it cannot be made: then nothing was decided.
   */
  async authorizeAll(
    calls: readonly AuthorizationRequest[],
    asking: Asking,
    goesOn: (decision: boolean) => boolean,
  ): Promise<Authorized[]> {
    const { workspaceId } = asking.caller;
    return this.#settled(workspaceId, async () => {
      const bases = await Promise.all(calls.map((call) => this.basis.find(workspaceId, call)));
      const asked = calls.map((call, index) => ({ call, basis: bases[index] }));
      const tellings = asked.map(({ call, basis }, index) =>
        this.#telling({ call, basis }, { asking, index }),
      );
      return this.#appendAll(workspaceId, tellings, goesOn);
    });
  }

  #telling(
    { call, basis }: { call: AuthorizationRequest; basis: CachedPolicySnapshot | undefined },
    { asking, index }: { asking: Asking; index: number },
  ): DecisionAppender {
    if (!basis) throw new Error("A call has no basis.");
    const key = asking.key === undefined ? undefined : `${asking.key}#${index}`;
    return new DecisionAppender(this.#parts, { call, basis, asking: { ...asking, key } });
  }

  /** The writer's queue may split what must be one commit, so a batch has a transaction of its own. */
  async #appendAll(
    workspaceId: string,
    tellings: readonly DecisionAppender[],
    goesOn: (decision: boolean) => boolean,
  ): Promise<Authorized[]> {
    const { database, evidence } = this.#deps;
    const answers = await inTransaction(database, async (tx) => {
      let open = true;
      const requests = tellings.map((telling) => ({
        tell: async (locked: Parameters<DecisionAppender["tell"]>[0]) => {
          if (!open) throw new NotReached();
          const told = await telling.tell(locked);
          open = goesOn(told.data["decision"] === true);
          return told;
        },
      }));
      const { outcomes } = await appendBatch(tx, database, { workspaceId, requests });
      return outcomes.flatMap((outcome, index) => {
        if (!outcome.ok && !(outcome.error instanceof NotReached)) throw outcome.error;
        const answer = outcome.ok ? tellings[index]?.answer(outcome.value.event) : undefined;
        return answer ? [answer] : [];
      });
    });
    evidence.feed.appended(workspaceId);
    return answers;
  }

  /** Makes a decision anew when what it rests on has changed; whatever keeps it from being written is a 503. */
  async #settled<T>(workspaceId: string, decide: () => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      try {
        return await decide();
      } catch (error) {
        if (error instanceof SnapshotChangedError) {
          this.basis.forget(workspaceId, error.known);
          continue;
        }
        if (!(error instanceof ApiError))
          logFailure(this.#deps.log, error, "a decision could not be written");
        throw error instanceof ApiError ? error : unavailable(1);
      }
    }
    throw unavailable(1);
  }
}

/** An item of a batch that the one before it ended. */
class NotReached extends Error {
  override readonly name = "NotReached";
}
