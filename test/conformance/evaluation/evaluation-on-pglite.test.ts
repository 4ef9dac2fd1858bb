import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { evaluationWing } from "./evaluation-scenarios.ts";

const scenarios = await scenariosForEmbedded(evaluationWing);
runOn("the server on the embedded database", () => serverTarget("embedded"), scenarios);
