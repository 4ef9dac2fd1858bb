import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { evidenceWing } from "./evidence-scenarios.ts";

const scenarios = await scenariosForEmbedded(evidenceWing);
runOn("the server on the embedded database", () => serverTarget("embedded"), scenarios);
