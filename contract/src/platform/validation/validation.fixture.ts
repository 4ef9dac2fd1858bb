import type * as z from "zod";
import { fieldErrors, type RequestPart } from "./validation.ts";

/** Returns the faults that a schema finds in an input. */
export function faultsOf(schema: z.ZodType, input: unknown, where: RequestPart = "body") {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : fieldErrors(parsed.error.issues, { input, where, schema });
}

/** Returns `path code: message` for each fault. */
export const messagesOf = (...args: Parameters<typeof faultsOf>) =>
  faultsOf(...args).map(({ path, code, message }) => `${path} ${code}: ${message}`);

/** Matches a message that prints a regular expression. */
export const looksLikePattern = /\/\^|\$\/|\\[dDwWsS]|\(\?|\[\^|\[[^\]\s]*[a-z0-9]-[a-z0-9]/i;
