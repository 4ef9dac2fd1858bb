import { runOnMock } from "../harness/run-on-mock.ts";
import { webhooksWing } from "./webhooks-scenarios.ts";

runOnMock("webhooks", webhooksWing);
