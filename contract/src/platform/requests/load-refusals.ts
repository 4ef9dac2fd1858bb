import { ApiError } from "../errors.ts";
import { retryAfter, retryText } from "../../wire/http/retry-after.ts";

/** 503 with `Retry-After`: a part of the server is fully in use. */
export const tooBusy = (part: string, retryAfterSeconds: number): ApiError =>
  new ApiError(
    "too_busy",
    `${part} is temporarily unavailable. ${retryText(retryAfterSeconds)}`,
    retryAfter(retryAfterSeconds),
  );
