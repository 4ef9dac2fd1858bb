import { mockTarget } from "../harness/mock-target.ts";
import { runOn } from "../harness/run-on.ts";
import { webhooksWing } from "./webhooks-scenarios.ts";

runOn("the mock", mockTarget, webhooksWing);
