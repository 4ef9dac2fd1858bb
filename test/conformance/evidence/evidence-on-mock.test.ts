import { runOnMock } from "../harness/run-on-mock.ts";
import { evidenceWing } from "./evidence-scenarios.ts";

runOnMock("evidence", evidenceWing);
