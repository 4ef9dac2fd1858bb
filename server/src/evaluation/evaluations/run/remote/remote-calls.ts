import {
  callRemoteEvaluator,
  customSampleOf,
  type RemoteCall,
  type RemoteEffects,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { unansweredSince } from "@assay/contract/evaluation/evaluators/remote-failures";
import { formatId } from "@assay/contract/platform/ids";
import type { Outcome } from "@assay/contract/domain";
import type { PlatformDeps } from "../../../../platform/platform-deps.ts";
import { CircuitOpen, isFailure } from "../../../../platform/outbound/circuits/circuit.ts";
import type { EvaluationKey, EvaluationRow } from "../../evaluation-queries.ts";
import type { RemoteEvaluation } from "../evaluation-chunk.ts";
import { endWait, maxWaitMs, waitedMs } from "./evaluation-waits.ts";

/** Numbers of failed attempts of calls that are not finished, by sample, run and evaluator. */
export type FailedTries = Readonly<Record<string, number>>;

/** The chunk whose remote evaluators are called. */
export interface CalledChunk {
  key: EvaluationKey;
  /** The evaluation, as it was when the chunk started. */
  evaluation: Pick<EvaluationRow, "waited_ms" | "waiting_since" | "waiting_origin">;
  /** Number of attempts of the chunk's job, including this one. */
  attempts: number;
  /** Failed attempts of the jobs whose work this job continues. */
  failedTries: FailedTries;
  /** Returns the signing secrets of the evaluator at a position. */
  secrets: (position: number) => string[];
}

/** Thrown into waiting calls when the chunk must start no further calls. */
class ChunkStopped extends Error {
  override readonly name = "ChunkStopped";
}

const callId = ({ sample, position }: RemoteEvaluation): string => `${sample.id} ${sample.run} ${position}`;

/**
 * The calls of a chunk to its remote evaluators. After {@link stop}, or if a circuit is open, they start no further
 * attempts; attempts that have started still finish.
 */
export class RemoteCalls {
  readonly #deps: PlatformDeps;
  readonly #chunk: CalledChunk;
  readonly #stopping = new AbortController();
  readonly #tries: Map<string, number>;
  #waitingFor: string | null;
  #circuit: CircuitOpen | undefined;

  constructor(deps: PlatformDeps, chunk: CalledChunk) {
    this.#deps = deps;
    this.#chunk = chunk;
    this.#tries = new Map(Object.entries(chunk.failedTries));
    this.#waitingFor = chunk.evaluation.waiting_origin;
  }

  /** The circuit that stopped the calls, if one did. */
  get circuit(): CircuitOpen | undefined {
    return this.#circuit;
  }

  /** Stops the calls, because the chunk has held its lease for long. */
  stop(): void {
    this.#stopping.abort(new ChunkStopped("The chunk hands its remaining samples to another job."));
  }

  /** Returns the failed attempts of the calls about samples. */
  failedTries(sampleIds: ReadonlySet<string>): FailedTries {
    return Object.fromEntries(
      [...this.#tries].filter(([id, tries]) => tries > 0 && sampleIds.has(id.slice(0, id.indexOf(" ")))),
    );
  }

  /**
   * Calls a remote evaluator.
   *
   * @returns the outcome; undefined if the calls were stopped first.
   * @throws {unknown} the reason of `signal` if it aborts.
   */
  async call(request: RemoteEvaluation, signal: AbortSignal): Promise<Outcome | undefined> {
    const stopped = this.#stopping.signal;
    if (stopped.aborted) return undefined;
    try {
      const outcome = await this.#request(request, signal);
      this.#finish(request, outcome);
      return outcome;
    } catch (error) {
      if (error instanceof CircuitOpen) return this.#withoutEndpoint(request, error);
      if (stopped.aborted && error === stopped.reason) return undefined;
      throw error;
    }
  }

  /** If the sample is not finished, another job repeats the call. After an error, it makes one attempt. */
  #finish(request: RemoteEvaluation, { status }: Outcome): void {
    const id = callId(request);
    if (status === "errored")
      this.#tries.set(id, Math.min(this.#tries.get(id) ?? 0, request.rule.retryCount));
    else this.#tries.delete(id);
  }

  #request(request: RemoteEvaluation, signal: AbortSignal): Promise<Outcome> {
    const { key, attempts, secrets } = this.#chunk;
    const { position, rule } = request;
    const { id, run, external_id: externalId, metadata, ...sampleCase } = request.sample;
    const names = { id: formatId("sample", id), externalId, metadata: metadata ?? {} };
    return callRemoteEvaluator(
      {
        ...request,
        evaluation: formatId("evaluation", key.evaluationId),
        run,
        sample: customSampleOf({ ...sampleCase, ...names }),
        triesBefore: (attempts - 1) * (rule.retryCount + 1),
        triesFailed: this.#tries.get(callId(request)),
        secrets: secrets(position),
      },
      this.#effectsOf(callId(request), signal),
      signal,
    );
  }

  #effectsOf(id: string, signal: AbortSignal): RemoteEffects {
    const { pause, now, random } = this.#deps;
    const untilStopped = AbortSignal.any([signal, this.#stopping.signal]);
    return {
      send: async (call) => {
        const response = await this.#send(call, { running: signal, waiting: untilStopped });
        this.#tries.set(id, (this.#tries.get(id) ?? 0) + 1);
        return response;
      },
      pause: (ms) => pause(ms, untilStopped),
      now: () => now().getTime(),
      random,
    };
  }

  async #send(call: RemoteCall, { running, waiting }: Record<"running" | "waiting", AbortSignal>) {
    const { circuits, callSlots, outbound } = this.#deps;
    const target = { workspaceId: this.#chunk.key.workspaceId, url: call.url };
    for (;;) {
      await circuits.admit(target, waiting);
      const response = await callSlots.run(target, waiting, () =>
        circuits.run(target, () => outbound.post(call, running)),
      );
      if (!response) continue;
      if (!isFailure(response)) await this.#endWait(new URL(call.url).origin);
      return response;
    }
  }

  async #endWait(origin: string): Promise<void> {
    if (this.#waitingFor !== origin) return;
    this.#waitingFor = null;
    const until = this.#deps.now();
    await endWait(this.#deps.database.knex, this.#chunk.key, { origin, until });
  }

  /** Returns the outcome of a call without a response, or stops the calls until the endpoint may be called again. */
  #withoutEndpoint({ evaluator, sample }: RemoteEvaluation, circuit: CircuitOpen): Outcome | undefined {
    const { evaluation } = this.#chunk;
    const now = this.#deps.now();
    if (waitedMs(evaluation, now) < maxWaitMs) {
      this.#circuit ??= circuit;
      this.#stopping.abort(new ChunkStopped("The circuit is open."));
      return undefined;
    }
    const since = evaluation.waiting_since ?? now;
    return evaluator.bound.unscored(sample, "errored", unansweredSince(circuit.origin, since.getTime()));
  }
}
