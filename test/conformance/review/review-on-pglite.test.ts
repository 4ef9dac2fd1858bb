import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { reviewWing } from "./review-scenarios.ts";

const scenarios = await scenariosForEmbedded(reviewWing);
runOn("the server on the embedded database", () => serverTarget("embedded"), scenarios);
