import type { EventOrigin } from "@assay/contract/wire";

/**
 * Types of the server's events that tell of what decisions rest on: agents, policies, settings, entities. In the form that
 * both the database and the program read.
 */
export const controlChangeTypes = "^(agent|policy|settings|entities)[.]";

const pattern = new RegExp(controlChangeTypes);

/** Whether an event tells of what decisions rest on; what callers tell changes nothing, whatever they call it. */
export const isControlChange = ({ type, origin }: { type: string; origin: EventOrigin }): boolean =>
  origin === "server" && pattern.test(type);
