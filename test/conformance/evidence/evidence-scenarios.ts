import { eventStreamScenarios } from "./event-streams.scenarios.ts";
import { eventScenarios } from "./events.scenarios.ts";
import { evidenceScenarios } from "./evidence.scenarios.ts";
import { recordVerificationScenarios } from "./record-verification.scenarios.ts";
import { recordScenarios } from "./records.scenarios.ts";
import type { ScenarioGroups } from "../harness/scenario.ts";

/** The scenarios of the evidence wing, by resource. */
export const evidenceWing: ScenarioGroups = {
  events: [...eventScenarios, ...eventStreamScenarios],
  evidence: evidenceScenarios,
  records: [...recordScenarios, ...recordVerificationScenarios],
};
