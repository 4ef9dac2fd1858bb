import { reviewEventScenarios } from "./review-events.scenarios.ts";
import { eventKindScenarios } from "./event-kinds.scenarios.ts";
import { webhookDeliveryScenarios } from "./webhook-deliveries.scenarios.ts";
import { webhookRegistrationRefusals } from "./webhook-registration-refusals.scenarios.ts";
import { webhookRetryScenarios } from "./webhook-retries.scenarios.ts";
import { webhookThresholdScenarios } from "./webhook-thresholds.scenarios.ts";
import { webhookScenarios } from "./webhooks.scenarios.ts";
import type { ScenarioGroups } from "../harness/scenario.ts";

/** The scenarios of the webhooks wing, by resource. */
export const webhooksWing: ScenarioGroups = {
  webhooks: [...webhookScenarios, ...webhookRegistrationRefusals],
  "webhook deliveries": [...webhookDeliveryScenarios, ...webhookRetryScenarios],
  "webhook thresholds": webhookThresholdScenarios,
  "events of reviews": reviewEventScenarios,
  "kinds of events": eventKindScenarios,
};
