import { mockTarget } from "../harness/mock-target.ts";
import { runOn } from "../harness/run-on.ts";
import { reviewWing } from "./review-scenarios.ts";

runOn("the mock", mockTarget, reviewWing);
