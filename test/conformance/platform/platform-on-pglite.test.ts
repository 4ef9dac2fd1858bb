import { runOn } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { platformWing } from "./platform-scenarios.ts";

runOn("the server on the embedded database", () => serverTarget("embedded"), platformWing);
