import { serverTarget } from "../conformance/harness/server-target.ts";
import { testIsolation } from "./harness/isolation.ts";

testIsolation("the embedded database", () => serverTarget("embedded"));
