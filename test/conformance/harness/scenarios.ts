import type { ScenarioGroups } from "./scenario.ts";
import { platformWing } from "../platform/platform-scenarios.ts";
import { workspaceWing } from "../workspace/workspace-scenarios.ts";
import { evaluationWing } from "../evaluation/evaluation-scenarios.ts";
import { reviewWing } from "../review/review-scenarios.ts";
import { controlWing } from "../control/control-scenarios.ts";
import { evidenceWing } from "../evidence/evidence-scenarios.ts";
import { webhooksWing } from "../webhooks/webhooks-scenarios.ts";

/** The scenarios of each wing. */
export const wings: Readonly<Record<string, ScenarioGroups>> = {
  platform: platformWing,
  workspace: workspaceWing,
  evaluation: evaluationWing,
  review: reviewWing,
  control: controlWing,
  evidence: evidenceWing,
  webhooks: webhooksWing,
};

/** Every scenario, by resource. */
export const scenariosByResource: ScenarioGroups = Object.assign({}, ...Object.values(wings));
