import type * as z from "zod";

/** Payload schemas by event kind. */
export type EventPayloads = Readonly<Record<string, z.ZodType>>;

/** The events with these payloads: a union with one member for each event kind. */
export type EventsOf<P extends EventPayloads> = {
  [K in keyof P & string]: {
    event: K;
    /** Time of the event, in milliseconds since 1970. */
    at: number;
    data: z.output<P[K]>;
  };
}[keyof P & string];

/**
 * Makes a schema nullable. Unlike with `nullable`, the description stays on the field, where the SDK's types
 * show it.
 */
export const orNull = <T extends z.ZodType>(schema: T) =>
  schema.nullable().meta({ ...(schema.description !== undefined && { description: schema.description }) });

const originals = new WeakMap<z.ZodType, z.ZodType>();

/** Copies the schema of an API object to reject unknown members. The documents show the original schema. */
export function strictCopy<S extends z.ZodRawShape>(object: z.ZodObject<S>): z.ZodObject<S, z.core.$strict> {
  const copy = object.strict();
  originals.set(copy, object);
  return copy;
}

/**
 * Returns the schema of a payload for the API documents. If the payload is a strict copy, returns its
 * original.
 */
export const documentedPayload = (payload: z.ZodType): z.ZodType => originals.get(payload) ?? payload;
