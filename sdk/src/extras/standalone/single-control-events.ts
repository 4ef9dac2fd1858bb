import { bounded } from "../../client/transport/bounded.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { ControlEvents } from "../control-events-extras.ts";

/** The evidence feed by itself. */
export type SingleControlEvents = ControlEvents;

/** Adds what the API has no operation for. */
export const extend = (events: generated.ControlEvents, transport: Transport): SingleControlEvents => ({
  ...events,
  async *watch(...values) {
    yield* (await import("./single-later.ts")).watch([transport, bounded, events], ...values);
  },
});
