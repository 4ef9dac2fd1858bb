import type { RemoteEvaluatorResponse } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { Gauge, type Registry } from "prom-client";
import type { CallTarget } from "../call-slots.ts";
import { Circuit } from "./circuit.ts";

/** A circuit that is not used for so long starts again as a closed one (milliseconds). */
const maxIdleMs = 900_000;

/** The circuits of this process: one for each workspace and origin. */
export class Circuits {
  readonly #circuits = new Map<string, Circuit>();

  /** Waits until a call may be made: see {@link Circuit.admit}. */
  admit(target: CallTarget, signal: AbortSignal): Promise<void> {
    return this.#circuitOf(target).admit(signal);
  }

  /** Makes a call: see {@link Circuit.run}. */
  run(
    target: CallTarget,
    call: () => Promise<RemoteEvaluatorResponse>,
  ): Promise<RemoteEvaluatorResponse | undefined> {
    return this.#circuitOf(target).run(call);
  }

  /** Returns the number of circuits that are open, including those whose probe is running. */
  countOpen(): number {
    this.#removeIdle();
    return [...this.#circuits.values()].filter(({ isClosed }) => !isClosed).length;
  }

  #circuitOf({ workspaceId, url }: CallTarget): Circuit {
    const { origin } = new URL(url);
    const key = `${workspaceId} ${origin}`;
    let circuit = this.#circuits.get(key);
    if (!circuit) {
      this.#removeIdle();
      circuit = new Circuit(origin);
      this.#circuits.set(key, circuit);
    }
    circuit.usedAt = Date.now();
    return circuit;
  }

  #removeIdle(): void {
    const oldest = Date.now() - maxIdleMs;
    for (const [key, { usedAt }] of this.#circuits) if (usedAt < oldest) this.#circuits.delete(key);
  }
}

/** Adds the number of open circuits to the metrics of the process. */
export function watchCircuits({ registry }: { registry: Registry }, circuits: Circuits): void {
  const gauge: Gauge = new Gauge({
    name: "assay_circuits_open",
    help: "Endpoints of custom evaluators that this process does not call, because their recent calls failed.",
    registers: [registry],
    collect: () => gauge.set(circuits.countOpen()),
  });
}
