import { mockTarget } from "../harness/mock-target.ts";
import { runOn } from "../harness/run-on.ts";
import { controlWing } from "./control-scenarios.ts";

runOn("the mock", mockTarget, controlWing);
