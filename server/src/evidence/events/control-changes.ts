import type { EventOrigin } from "@assay/contract/wire";

/**
 * Matches the types of control changes: server events that change agents, policies, settings or entities, on
 * which decisions depend. The pattern is valid both in Postgres and in JavaScript.
 */
export const controlChangeTypes = "^(agent|policy|settings|entities)[.]";

const pattern = new RegExp(controlChangeTypes);

/** Whether an event is a control change. Callers' events never are, whatever their type. */
export const isControlChange = ({ type, origin }: { type: string; origin: EventOrigin }): boolean =>
  origin === "server" && pattern.test(type);
