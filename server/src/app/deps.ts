import type { ControlDeps } from "../control/control-deps.ts";
import { createPolicies } from "../control/policies/policies.ts";
import type { EvaluationDeps } from "../evaluation/evaluations/evaluation-deps.ts";
import { createEvidenceLog } from "../evidence/log/evidence-log.ts";
import type { Authenticator } from "../platform/http/request/authenticate.ts";
import { JobQueue } from "../platform/jobs/queue.ts";
import { CallSlots } from "../platform/outbound/call-slots.ts";
import { Circuits, watchCircuits } from "../platform/outbound/circuits/circuits.ts";
import { newId } from "../platform/new-id.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { ThreadTasks } from "../platform/threads/thread-tasks.ts";
import { evaluationHooks } from "./evaluation-hooks.ts";

/** The dependencies of all services. */
export interface Deps extends ControlDeps, EvaluationDeps {}

/** Dependencies that are opened when a process starts, and that tests can replace. */
export type OpenedDeps = Omit<
  PlatformDeps,
  "newId" | "hashSecret" | "invalidateApiKeys" | "jobs" | "callSlots" | "circuits" | "threads" | "random"
>;

/** Builds the dependencies of all services. */
export function buildDeps(opened: OpenedDeps, authenticator: Authenticator): Deps {
  const { database, config, secrets, now, log } = opened;
  const circuits = new Circuits();
  watchCircuits(opened.metrics, circuits);
  return {
    ...opened,
    newId,
    hashSecret: (secret) => authenticator.hash(secret),
    invalidateApiKeys: () => authenticator.invalidate(),
    jobs: new JobQueue(database, { newId, leaseSeconds: config.jobLeaseSeconds }),
    callSlots: new CallSlots({ perProcess: config.calls.remote, perWorkspace: 16, perOrigin: 8 }),
    circuits,
    threads: new ThreadTasks(config.threads),
    random: Math.random,
    evidence: createEvidenceLog({ database, secrets, now, newId, log, witnessDir: config.witnessDir }),
    policies: createPolicies(),
    evaluationHooks,
  };
}
