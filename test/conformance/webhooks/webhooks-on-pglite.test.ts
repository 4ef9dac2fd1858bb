import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { webhooksWing } from "./webhooks-scenarios.ts";

const scenarios = await scenariosForEmbedded(webhooksWing);
runOn("the server on the embedded database", () => serverTarget("embedded"), scenarios);
