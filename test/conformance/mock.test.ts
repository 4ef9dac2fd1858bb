import { mockTarget } from "./mock-target.ts";
import { runOn } from "./run-on.ts";

runOn("the mock", mockTarget);
