import type { EventOrigin } from "@assay/contract/wire";

/**
 * Matches the types of control changes: events from the server that change agents, policies, settings or
 * entities, on which decisions depend. The pattern is valid in both Postgres and JavaScript.
 */
export const controlChangeTypes = "^(agent|policy|settings|entities)[.]";

const pattern = new RegExp(controlChangeTypes);

/** Whether an event is a control change. An event that a caller sent is never a control change. */
export const isControlChange = ({ type, origin }: { type: string; origin: EventOrigin }): boolean =>
  origin === "server" && pattern.test(type);
