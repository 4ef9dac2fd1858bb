import type { ApiError } from "../errors.ts";
import { validationFailed } from "../validation/validation.ts";

/** The latest instant that a date can represent, in milliseconds since 1970. */
const lastInstant = 8.64e15;

const instantText = (ms: number): string =>
  ms > lastInstant ? String(ms) : `${ms} (${new Date(ms).toISOString()})`;

/** 400: the filters `from` and `to` of a list accept no instant. Both are in milliseconds since 1970. */
export const rangeEmpty = (from: number, to: number): ApiError =>
  validationFailed([
    {
      path: "query/from",
      code: "too_big",
      message: `from is ${instantText(from)}; it must be less than to, which is ${instantText(to)}.`,
    },
  ]);
