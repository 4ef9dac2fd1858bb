import { mockTarget } from "../harness/mock-target.ts";
import { runOn } from "../harness/run-on.ts";
import { evidenceWing } from "./evidence-scenarios.ts";

runOn("the mock", mockTarget, evidenceWing);
