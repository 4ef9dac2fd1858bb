import { runOnMock } from "../harness/run-on-mock.ts";
import { reviewWing } from "./review-scenarios.ts";

runOnMock("review", reviewWing);
