import type { HttpHandler } from "msw";
import type { EvaluationResults, EventKind, PolicySimulation } from "../generated/types.ts";
import type { PlayCustomEvaluator } from "./evaluation/evaluators/play-custom-evaluator.ts";
import type { MockFailure } from "./platform/failures/mock-failure.ts";
import type { OnMistake } from "./platform/failures/mistakes.ts";
import type { MockCall } from "./platform/http/mock-call.ts";
import type { OperationId } from "./platform/routing/operation-id.ts";

/** How a mock is made. Every member has a default. */
export interface MockAssayOptions {
  /** Where the mock answers; default `http://127.0.0.1:8787`, which is also where a client goes that is told nothing. */
  baseUrl?: string | undefined;
  /** The secret of the first key, which has every scope; default one that is the same for every mock. */
  apiKey?: string | undefined;
  /** In place of the machine's clock. */
  now?: (() => Date) | undefined;
  /** How long an evaluation or an export takes from its creation to its completion, by the mock's clock; default 20 ms. */
  evaluationMs?: number | undefined;
  /**
   * How long a claimed review task stays claimed without a review, by the mock's clock: an integer from 1 to 10,080
   * minutes; default 30. The server's setting is `ASSAY_CLAIM_MINUTES`.
   */
  claimMinutes?: number | undefined;
  /** Requests a minute and key; default 6,000. */
  rateLimit?: number | undefined;
  /**
   * Plays the custom evaluators. Default: they are called by `fetch`, signed and repeated as the server would (but without
   * its waits and its guard of addresses), so that a handler of your own for their `webhook_url` answers.
   */
  customEvaluator?: PlayCustomEvaluator | undefined;
  /** Told when the mock itself answers what the API could not; default: throws it where nobody can catch it. */
  onMistake?: OnMistake | undefined;
}

/** What a policy says of a request. */
type PolicySays = "allow" | "deny" | "ask" | "transform" | "none";

/** A request as policies see it. */
interface DecidedRequest {
  subject: { type: string; id: string; properties?: Readonly<Record<string, unknown>> | undefined };
  action: { name: string; properties?: Readonly<Record<string, unknown>> | undefined };
  resource: { type: string; id: string; properties?: Readonly<Record<string, unknown>> | undefined };
  args: Readonly<Record<string, unknown>>;
  context: Readonly<Record<string, unknown>>;
}

/** Arranges what a test needs and the API has no call for. */
export interface MockWorld {
  /** Makes another workspace: its key reaches nothing of the first one. */
  createWorkspace(): Promise<{ apiKey: string }>;
  evaluations: {
    /**
     * Lets an evaluation complete now.
     *
     * @param results takes the place of what was computed, figure by figure.
     * @throws {Error} when there is no such evaluation, or it has ended.
     */
    complete(id: string, results?: Partial<EvaluationResults>): void;
    /** Lets an evaluation fail now. @throws {Error} when there is no such evaluation, or it has ended. */
    fail(id: string, error?: string): void;
    /**
     * Shows an evaluation as running with so many of its samples judged, until it is shown otherwise or ended here.
     *
     * @param judged 0 to the number of its samples.
     * @throws {Error} when there is no such evaluation, it has ended, or it has not so many samples.
     */
    progress(id: string, judged: number): void;
    /** Stops every evaluation and export where it is, and those made later before they begin. */
    hold(): void;
    /** Lets evaluations and exports go on. */
    resume(): void;
  };
  /** A mock does not run policies: it knows the form of a text, and of what policies say what is arranged here. */
  policies: {
    /**
     * Arranges what test cases of a policy come out as.
     *
     * @param outcomes by the name of the case; those left out come out as they expect.
     */
    says(
      policyId: string,
      outcomes: Readonly<Record<string, "allow" | "deny" | "ask" | "transform" | "none">>,
    ): void;
    /**
     * Arranges what a stored policy says where it is asked; the baseline decides by its own rules.
     *
     * @param decision an outcome, or what gives it for a request; `none`, as long as nothing is arranged: nothing to say.
     */
    decides(policyId: string, decision: PolicySays | ((request: DecidedRequest) => PolicySays)): void;
    /** Arranges what simulations answer; what is left out is as if the draft changed nothing. */
    simulated(simulation: Partial<PolicySimulation>): void;
  };
  webhooks: {
    /**
     * Tells the webhooks that are subscribed of an event, as if it had happened: those of the workspace that `data.project`
     * belongs to, else of the first one.
     */
    emit(event: EventKind, data: Readonly<Record<string, unknown>>): void;
    /** Resolves when every message that is due was sent: to be awaited after `advance`, or after what causes an event. */
    settled(): Promise<void>;
  };
  evidence: {
    /**
     * Alters what an event of the log says, as somebody could who may write to the database: every audit finds it.
     *
     * @throws {Error} when there is no such event.
     */
    alter(eventId: string, data: Readonly<Record<string, unknown>>): void;
  };
  exports: {
    /** Lets an export fail. @throws {Error} when there is no such export. */
    fail(id: string, error?: string): void;
  };
}

/** A fake of the whole API, with a state of its own. */
export interface MockAssay {
  readonly baseUrl: string;
  /** The secret of a key with every scope. */
  readonly apiKey: string;
  /** For `setupServer` of `msw/node` or `setupWorker` of `msw/browser`. */
  readonly handlers: HttpHandler[];
  /** Every request so far, oldest first. */
  readonly calls: readonly MockCall[];
  readonly world: MockWorld;
  /** Moves the mock's clock on. */
  advance(ms: number): void;
  /**
   * Makes the next requests of an operation fail. Failures of one operation are used up in the order they were given.
   *
   * @throws {TypeError} when there is no such operation, and for a failure that does nothing or cannot be.
   */
  fail(operationId: OperationId, failure: MockFailure): void;
  /** Forgets everything: as it was when the mock was made, the clock included. */
  reset(): void;
}
