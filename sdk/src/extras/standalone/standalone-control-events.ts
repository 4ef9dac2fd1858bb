import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { ControlEvents } from "../control-events-extras.ts";

/** The standalone resource for the evidence feed. */
export type StandaloneControlEvents = ControlEvents;

/** Adds the methods that are not operations of the API. */
export const extend = (events: generated.ControlEvents, transport: Transport): StandaloneControlEvents => ({
  ...events,
  async *watch(...values) {
    yield* (await import("./standalone-lazy-methods.ts")).watch(
      [transport, withTimeLimit, events],
      ...values,
    );
  },
});
