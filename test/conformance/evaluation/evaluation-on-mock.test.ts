import { runOnMock } from "../harness/run-on-mock.ts";
import { evaluationWing } from "./evaluation-scenarios.ts";

runOnMock("evaluation", evaluationWing);
