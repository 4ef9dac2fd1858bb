import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { workspaceWing } from "./workspace-scenarios.ts";

const scenarios = await scenariosForEmbedded(workspaceWing);
runOn("the server on the embedded database", () => serverTarget("embedded"), scenarios);
