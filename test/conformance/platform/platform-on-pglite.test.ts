import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { platformWing } from "./platform-scenarios.ts";

const scenarios = await scenariosForEmbedded(platformWing);
runOn("the server on the embedded database", () => serverTarget("embedded"), scenarios);
