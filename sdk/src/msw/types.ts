import type { HttpHandler } from "msw";
import type { EvaluationResults, EventKind } from "../generated/types.ts";
import type { PlayCustomEvaluator } from "./evaluation/evaluators/play-custom-evaluator.ts";
import type { MockFailure } from "./platform/failures/mock-failure.ts";
import type { OnMistake } from "./platform/failures/mistakes.ts";
import type { MockCall } from "./platform/http/mock-call.ts";
import type { OperationId } from "./platform/routing/operation-id.ts";

/** Options for a mock; all have defaults. */
export interface MockAssayOptions {
  /** The mock's base URL; default `http://127.0.0.1:8787`, which is also the client's default. */
  baseUrl?: string | undefined;
  /** The first API key's secret; the key has every scope. Default: a constant. */
  apiKey?: string | undefined;
  /** Replaces the system clock. */
  now?: (() => Date) | undefined;
  /**
   * With the same seed, `now` and calls, all ids, secrets, salts, signing keys and cursors are equal, also after `reset`.
   * By default, they are random.
   */
  seed?: string | number | undefined;
  /** Duration of evaluations and exports on the mock's clock (milliseconds); default 20. */
  evaluationMs?: number | undefined;
  /**
   * Time on the mock's clock until the claim on a review task expires if no review is submitted: an integer
   * from 1 to 10,080 (minutes); default 30. The server's setting is `ASSAY_CLAIM_MINUTES`.
   */
  claimMinutes?: number | undefined;
  /** Requests per minute for each key; default 6,000. */
  rateLimit?: number | undefined;
  /**
   * Responds in place of custom evaluators. By default, they are called with `fetch`, signed and retried as
   * by the server, but without its delays and its address checks. A handler for their `webhook_url` can then
   * respond.
   */
  customEvaluator?: PlayCustomEvaluator | undefined;
  /** Receives mistakes in the mock itself; by default, they are thrown uncaught. */
  onMistake?: OnMistake | undefined;
}

/** A policy's outcome for a request. */
type PolicyOutcome = "allow" | "deny" | "ask" | "transform" | "none";

/** A request as policies receive it. */
interface DecidedRequest {
  subject: { type: string; id: string; properties?: Readonly<Record<string, unknown>> | undefined };
  action: { name: string; properties?: Readonly<Record<string, unknown>> | undefined };
  resource: { type: string; id: string; properties?: Readonly<Record<string, unknown>> | undefined };
  args: Readonly<Record<string, unknown>>;
  context: Readonly<Record<string, unknown>>;
}

/** Arranges state that no API call can create. */
export interface MockWorld {
  /** Creates another workspace; its key cannot access the first one. */
  createWorkspace(): Promise<{ apiKey: string }>;
  evaluations: {
    /**
     * Completes an evaluation immediately.
     *
     * @param results figures that replace the computed figures of the same name.
     * @throws {Error} if the evaluation does not exist or has ended.
     */
    complete(id: string, results?: Partial<Omit<EvaluationResults, "unscored_reasons">>): void;
    /** Makes an evaluation fail immediately. @throws {Error} if it does not exist or has ended. */
    fail(id: string, error?: string): void;
    /**
     * Shows an evaluation as running with this number of evaluated samples, until the next call or the
     * evaluation's end.
     *
     * @param evaluated from 0 to the evaluation's number of samples.
     * @throws {Error} if the evaluation does not exist, has ended, or has fewer samples.
     */
    progress(id: string, evaluated: number): void;
    /** Pauses all evaluations and exports, including later ones. */
    hold(): void;
    /** Resumes evaluations and exports. */
    resume(): void;
  };
  policies: {
    /**
     * Sets a policy's outcome in decisions, tests, simulations and searches; the policy's text is then not
     * evaluated. The mock evaluates the texts of other policies with the package `@cedar-policy/cedar-wasm`.
     * Without this package, operations that evaluate a policy's text throw `MockMistake`.
     *
     * @param decision an outcome, or a function of the request.
     */
    decides(policyId: string, decision: PolicyOutcome | ((request: DecidedRequest) => PolicyOutcome)): void;
  };
  webhooks: {
    /**
     * Emits an event to the subscribed webhooks of the workspace that `data.project` belongs to; without a
     * project, to those of the first workspace.
     */
    emit(event: EventKind, data: Readonly<Record<string, unknown>>): void;
    /** Resolves when all due deliveries are sent; await it after `advance` or after an event. */
    settled(): Promise<void>;
  };
  evidence: {
    /**
     * Alters the data of a logged event, as someone with write access to the database could; every audit
     * detects it.
     *
     * @throws {Error} if the event does not exist.
     */
    alter(eventId: string, data: Readonly<Record<string, unknown>>): void;
  };
  exports: {
    /** Makes an export fail immediately. @throws {Error} if the export does not exist. */
    fail(id: string, error?: string): void;
  };
}

/** A fake of the whole API with its own state. */
export interface MockAssay {
  readonly baseUrl: string;
  /** The secret of an API key with every scope. */
  readonly apiKey: string;
  /** Handlers for `setupServer` from `msw/node` or `setupWorker` from `msw/browser`. */
  readonly handlers: HttpHandler[];
  /** All requests that reached the mock, oldest first. */
  readonly calls: readonly MockCall[];
  readonly world: MockWorld;
  /** Advances the mock's clock (milliseconds). */
  advance(ms: number): void;
  /**
   * Makes the next requests to an operation fail. Several failures of the same operation apply in order.
   *
   * @throws {TypeError} for an unknown operation or an invalid failure.
   */
  fail(operationId: OperationId, failure: MockFailure): void;
  /** Resets the state and the clock. */
  reset(): void;
}
