import { concurrencyScenarios } from "./concurrency.scenarios.ts";
import { duplicateMemberScenarios } from "./duplicate-members.scenarios.ts";
import { healthScenarios } from "./health.scenarios.ts";
import { protocolBodyScenarios } from "./protocol-bodies.scenarios.ts";
import { protocolBoundScenarios } from "./protocol-bounds.scenarios.ts";
import { protocolIdempotencyScenarios } from "./protocol-idempotency.scenarios.ts";
import { protocolPagingScenarios } from "./protocol-paging.scenarios.ts";
import { protocolValueScenarios } from "./protocol-values.scenarios.ts";
import { protocolScenarios } from "./protocol.scenarios.ts";
import type { ScenarioGroups } from "../harness/scenario.ts";

/** The scenarios of the platform wing, by resource. */
export const platformWing: ScenarioGroups = {
  health: healthScenarios,
  protocol: protocolScenarios,
  bodies: protocolBodyScenarios,
  "duplicate members": duplicateMemberScenarios,
  "texts and numbers": protocolValueScenarios,
  paging: protocolPagingScenarios,
  idempotency: protocolIdempotencyScenarios,
  bounds: protocolBoundScenarios,
  concurrency: concurrencyScenarios,
};
