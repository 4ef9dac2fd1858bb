import { mockTarget } from "../harness/mock-target.ts";
import { runOn } from "../harness/run-on.ts";
import { workspaceWing } from "./workspace-scenarios.ts";

runOn("the mock", mockTarget, workspaceWing);
