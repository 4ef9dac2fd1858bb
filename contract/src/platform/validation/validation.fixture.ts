import type * as z from "zod";
import { fieldErrors, type RequestPart } from "./validation.ts";

/** The faults of an input by a schema. */
export function faultsOf(schema: z.ZodType, input: unknown, where: RequestPart = "body") {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : fieldErrors(parsed.error.issues, { input, where, schema });
}

/** `path code: message` of each fault. */
export const messagesOf = (...args: Parameters<typeof faultsOf>) =>
  faultsOf(...args).map(({ path, code, message }) => `${path} ${code}: ${message}`);
