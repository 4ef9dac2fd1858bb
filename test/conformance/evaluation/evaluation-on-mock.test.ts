import { mockTarget } from "../harness/mock-target.ts";
import { runOn } from "../harness/run-on.ts";
import { evaluationWing } from "./evaluation-scenarios.ts";

runOn("the mock", mockTarget, evaluationWing);
