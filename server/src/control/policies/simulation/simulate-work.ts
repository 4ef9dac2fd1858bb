import {
  type LoggedDecision,
  maxSimulationSeconds,
  simulateDecisions,
  versionKey,
} from "@assay/contract/control/simulation/simulate-policy";
import { PolicyEngine } from "@assay/contract/control/cedar/engine/policy-engine";
import type { EffectivePolicy } from "@assay/contract/control/cedar/policy-set";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import type { EntityNode } from "@assay/contract/control/hierarchy/entity-nodes";
import type { PolicySimulation } from "@assay/contract/control/policies/policy-responses";
import type { ThreadModule } from "../../../platform/threads/thread-pool.ts";
import { loadCedar } from "../../cedar/cedar-wasm.ts";
import type { DecisionPiece } from "./decision-pieces.ts";

/**
 * The engine of a thread, which is loaded once per thread. Its evaluations have no limit of time, because a
 * thread has a low priority and no clock of its own: the limit would depend on the load of the machine.
 */
const engine = new PolicyEngine({ load: loadCedar, clocks: { wall: () => 0, cpu: () => 0 } });

/** Simulates a draft on the decisions of all pieces. */
export async function simulatePieces(
  { draft }: { draft: EffectivePolicy },
  pieces: AsyncIterable<DecisionPiece>,
): Promise<PolicySimulation> {
  const started = performance.now();
  const versions = new Map<string, EffectivePolicy>();
  const nodes = new Map<string, EntityNode>();
  async function* decisions(): AsyncGenerator<LoggedDecision> {
    for await (const piece of pieces) {
      for (const version of piece.versions) versions.set(versionKey(version), version);
      for (const [key, node] of piece.nodes) nodes.set(key, node);
      yield* piece.decisions;
    }
  }
  return simulateDecisions(decisions(), {
    engine,
    draft,
    versionOf: (named) => versions.get(versionKey(named)),
    find: (name) => nodes.get(entityKey(name)),
    isTimeOver: () => performance.now() - started >= maxSimulationSeconds * 1000,
  });
}

/** The module of simulations. */
export const simulateModule: ThreadModule<{ draft: EffectivePolicy }, DecisionPiece, PolicySimulation> = {
  work: simulatePieces,
  source: new URL("./simulate-thread.ts", import.meta.url),
  name: "simulate-thread",
  kind: "simulation",
};
