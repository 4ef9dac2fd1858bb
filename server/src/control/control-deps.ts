import type { EvidenceDeps } from "../evidence/evidence-deps.ts";
import type { Policies } from "./policies/policies.ts";

/** The dependencies of services of the control plane. */
export interface ControlDeps extends EvidenceDeps {
  /** The parts that evaluate requests by policies. */
  policies: Policies;
}
