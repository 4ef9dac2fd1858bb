import type * as z from "zod";

/** Payload schemas by kind of event. */
export type EventPayloads = Readonly<Record<string, z.ZodType>>;

/** The events of a set of payload schemas: one member of the union for each kind. */
export type EventsOf<P extends EventPayloads> = {
  [K in keyof P & string]: {
    event: K;
    /** When it happened, in milliseconds since 1970. */
    at: number;
    data: z.output<P[K]>;
  };
}[keyof P & string];

/** The value or null; unlike with `nullable`, the description stays at the field, where the SDK's types show it. */
export const orNull = <T extends z.ZodType>(schema: T) =>
  schema.nullable().meta({ ...(schema.description !== undefined && { description: schema.description }) });

const originals = new WeakMap<z.ZodType, z.ZodType>();

/** A copy of an API object that rejects unknown members; the documents show the object itself. */
export function strictCopy<S extends z.ZodRawShape>(object: z.ZodObject<S>): z.ZodObject<S, z.core.$strict> {
  const copy = object.strict();
  originals.set(copy, object);
  return copy;
}

/** The schema that documents show of a payload: of a strict copy the API object, of any other schema itself. */
export const documentedPayload = (payload: z.ZodType): z.ZodType => originals.get(payload) ?? payload;
