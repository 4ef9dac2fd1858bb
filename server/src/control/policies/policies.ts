import { PolicyEngine, processClocks, TextChecker } from "../cedar/index.ts";
import { PolicyCatalog } from "./live-policy-catalog.ts";

/** What decides by policies, as one process has it. */
export interface Policies {
  engine: PolicyEngine;
  checker: TextChecker;
  catalog: PolicyCatalog;
}

/** Makes it; the engine is loaded when it is first called. */
export const createPolicies = (): Policies => ({
  engine: new PolicyEngine({ clocks: processClocks }),
  checker: new TextChecker(),
  catalog: new PolicyCatalog(),
});
