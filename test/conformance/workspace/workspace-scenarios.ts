import { apiKeyRotationScenarios } from "./api-key-rotation.scenarios.ts";
import { apiKeyScenarios } from "./api-keys.scenarios.ts";
import { projectScenarios } from "./projects.scenarios.ts";
import type { ScenarioGroups } from "../harness/scenario.ts";

/** The scenarios of the workspace wing, by resource. */
export const workspaceWing: ScenarioGroups = {
  "api keys": [...apiKeyScenarios, ...apiKeyRotationScenarios],
  projects: projectScenarios,
};
