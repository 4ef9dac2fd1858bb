import { runOn } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { webhooksWing } from "./webhooks-scenarios.ts";

runOn("the server on the embedded database", () => serverTarget("embedded"), webhooksWing);
