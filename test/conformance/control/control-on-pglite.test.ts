import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { controlWing } from "./control-scenarios.ts";

const scenarios = await scenariosForEmbedded(controlWing);
runOn("the server on the embedded database", () => serverTarget("embedded"), scenarios);
