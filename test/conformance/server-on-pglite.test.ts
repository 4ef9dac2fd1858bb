import { runOn } from "./run-on.ts";
import { serverTarget } from "./server-target.ts";

runOn("the server on the embedded database", () => serverTarget("embedded"));
