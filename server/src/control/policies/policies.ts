import { PolicyEngine } from "@assay/contract/control/cedar/engine/policy-engine";
import { TextChecker } from "@assay/contract/control/cedar/text/text-checker";
import { loadCedar } from "../cedar/cedar-wasm.ts";
import { processClocks } from "../cedar/process-clocks.ts";
import { Turns } from "../decisions/turns.ts";
import { PolicyNames } from "./name-warnings.ts";
import { PolicyCatalog } from "./effective-policy-catalog.ts";
import { PolicyTexts } from "./texts/policy-texts.ts";

/** The parts of one process that evaluate and check policies. */
export interface Policies {
  engine: PolicyEngine;
  checker: TextChecker;
  texts: PolicyTexts;
  catalog: PolicyCatalog;
  names: PolicyNames;
  /** Lets the decisions of several workspaces take turns. */
  turns: Turns;
}

/** Creates the parts. The engine is loaded when it is first called. */
export function createPolicies(): Policies {
  const checker = new TextChecker(loadCedar);
  const engine = new PolicyEngine({ load: loadCedar, clocks: processClocks });
  const texts = new PolicyTexts(checker, engine);
  return {
    engine,
    checker,
    texts,
    catalog: new PolicyCatalog(),
    names: new PolicyNames(texts),
    turns: new Turns(() => performance.now()),
  };
}
