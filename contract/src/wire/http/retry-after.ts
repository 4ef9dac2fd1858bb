import { counted } from "../../domain/values/counted.ts";

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));

/** Returns the sentence that states when a client should retry. */
export const retryText = (seconds: number): string =>
  `Retry after ${counted(wholeSeconds(seconds), "second")}.`;

/** Returns the header that states when a client should retry, as a part of a refusal. */
export const retryAfter = (seconds: number) => ({
  headers: { "Retry-After": String(wholeSeconds(seconds)) },
});
