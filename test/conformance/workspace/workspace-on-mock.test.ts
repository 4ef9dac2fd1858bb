import { runOnMock } from "../harness/run-on-mock.ts";
import { workspaceWing } from "./workspace-scenarios.ts";

runOnMock("workspace", workspaceWing);
