import { mockTarget } from "../harness/mock-target.ts";
import { runOn } from "../harness/run-on.ts";
import { platformWing } from "./platform-scenarios.ts";

runOn("the mock", mockTarget, platformWing);
