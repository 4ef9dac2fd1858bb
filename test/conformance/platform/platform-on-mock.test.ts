import { runOnMock } from "../harness/run-on-mock.ts";
import { platformWing } from "./platform-scenarios.ts";

runOnMock("platform", platformWing);
