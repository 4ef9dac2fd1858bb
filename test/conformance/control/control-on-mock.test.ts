import { runOnMock } from "../harness/run-on-mock.ts";
import { controlWing } from "./control-scenarios.ts";

runOnMock("control", controlWing);
