import { runOn } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { reviewWing } from "./review-scenarios.ts";

runOn("the server on the embedded database", () => serverTarget("embedded"), reviewWing);
