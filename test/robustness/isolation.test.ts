import { mockTarget } from "../conformance/harness/mock-target.ts";
import { serverTarget } from "../conformance/harness/server-target.ts";
import { testIsolation } from "./harness/isolation.ts";

testIsolation("the embedded database", () => serverTarget("embedded"));
testIsolation("the mock", mockTarget);
