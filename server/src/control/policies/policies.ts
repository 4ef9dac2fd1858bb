import { PolicyEngine, processClocks, TextChecker } from "../cedar/index.ts";
import { PolicyCatalog } from "./effective-policy-catalog.ts";

/** The parts that decide by policies in one process. */
export interface Policies {
  engine: PolicyEngine;
  checker: TextChecker;
  catalog: PolicyCatalog;
}

/** Creates the parts; the engine is loaded on its first call. */
export const createPolicies = (): Policies => ({
  engine: new PolicyEngine({ clocks: processClocks }),
  checker: new TextChecker(),
  catalog: new PolicyCatalog(),
});
