import * as z from "zod";

const members = {
  subject: z.unknown().optional().meta({ description: "The subject of the request." }),
  action: z.unknown().optional().meta({ description: "The requested action." }),
  resource: z.unknown().optional().meta({ description: "The resource of the request." }),
  context: z.unknown().optional().meta({ description: "Further context for policies." }),
  args: z.unknown().optional().meta({ description: "Arguments of the call." }),
};

/** An item of a batch of evaluations, whose members are not validated yet. */
export const authzenItem = z.object(members);

/**
 * An item of the body of a batch. An invalid item is denied; it does not refuse the request. The documents describe it
 * as an object.
 */
export const itemInput = z.unknown().meta({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, { description: member.description ?? "" }]),
  ),
}) as z.ZodType<
  unknown,
  // Safe: clients send objects, and the output stays unknown until the item is validated.
  z.input<typeof authzenItem>
>;
