// Refusals for requests about the evidence log.
import { ApiError } from "../../platform/errors.ts";
import { limitReachedText, notFoundText } from "../../platform/validation/refusal-texts.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 400: a size in the query is beyond the end of the log. */
export const sizeBeyondLog = (name: string, given: number, size: number): ApiError =>
  validationFailed([
    {
      path: `query/${name}`,
      code: "too_big",
      message: `${name} is ${given}; it must be at most ${size}, the number of events in the log.`,
    },
  ]);

/**
 * 400: the request resumes a stream after an event that is not in the log.
 *
 * @param given the value of the header.
 */
export const beyondHead = (given: string, head: number): ApiError =>
  validationFailed([
    {
      path: "header/last-event-id",
      code: "too_big",
      message: `last-event-id is ${given}; it must be from 0 to ${head}, the number of events in the log.`,
    },
  ]);

/** 400: the requested tree is too small to contain the event, or smaller than the earlier tree. */
export const sizeBefore = (name: string, given: number, min: number): ApiError =>
  validationFailed([
    {
      path: `query/${name}`,
      code: "too_small",
      message: `${name} is ${given}; it must be at least ${min}.`,
    },
  ]);

/** 404: the log has no event at this position. */
export const noEventAt = (seq: number, size: number): ApiError =>
  new ApiError("not_found", `Event ${seq} not found. The log has ${counted(size, "event")}.`);

/** A state of a log. */
interface LogState {
  size: number;
  /** Root hash in lower-case hexadecimal. */
  root: string;
}

const resolve = "Signing has stopped. Run assay-server evidence status to see the cause.";

/**
 * 409: the log does not extend a checkpoint that was signed earlier, for example because an old backup was
 * restored.
 */
export const evidenceConflict = (signed: LogState, present: number): ApiError =>
  new ApiError(
    "evidence_conflict",
    `The log (${counted(present, "event")}) does not extend the signed checkpoint (${counted(signed.size, "event")}, root ${signed.root}). ${resolve}`,
  );

/**
 * 409: the log's name in its own events differs from its known name.
 *
 * @param present, known origins of the log.
 */
export const logRenamed = (present: string, known: string): ApiError =>
  new ApiError(
    "evidence_conflict",
    `The log name ${quoted(present)} does not match the name in previous checkpoints (${quoted(known)}). ${resolve}`,
  );

const accept =
  "Signing has stopped. If you know the cause of this problem, run assay-server evidence accept --workspace W --reason R.";

/** 409: the log has events, but no sealed record of its last checkpoint. */
export const headMissing = (present: number): ApiError =>
  new ApiError(
    "evidence_conflict",
    `A sealed record of the last checkpoint is required: the log has ${counted(present, "event")} and no record. ${accept}`,
  );

/** 409: no secret key verifies the sealed record of the log's last checkpoint. */
export const headAltered = (present: number): ApiError =>
  new ApiError(
    "evidence_conflict",
    `The sealed record of the log (${counted(present, "event")}) is not valid; it must match a key in ASSAY_SECRET_KEYS. ${accept}`,
  );

/** 409: the event that records a restart or an acceptance of the log cannot be erased. */
export const restartStays = (id: string, what = "a restart"): ApiError =>
  new ApiError(
    "conflict",
    `Event ${quoted(id)} records ${what} of the log and cannot be erased. Leave this event out of the request.`,
  );

/**
 * 409: an event or a tree node is missing in the database.
 *
 * @param first, last the events that the missing part covers.
 */
export const logDamaged = ({ first, last }: { first: number; last: number }): ApiError =>
  new ApiError(
    "evidence_conflict",
    `The log is damaged: ${first === last ? `event ${first}` : `the tree node over events ${first} to ${last}`} is missing. ${resolve}`,
  );

/** 409: an event does not match the leaf in the log. */
export const eventAltered = (seq: number): ApiError =>
  new ApiError("evidence_conflict", `The log is damaged: event ${seq} was altered. ${resolve}`);

/** 409: the log has events or checkpoints, but its last events are missing. */
export const logEndLost = (): ApiError =>
  new ApiError("evidence_conflict", `The log is damaged: its end (size and root) is missing. ${resolve}`);

/** 503 with `Retry-After`: the queue of events to write is full. */
export const logBusy = (waiting: number): ApiError =>
  new ApiError("unavailable", `The event queue is full (${waiting} pending). Retry after 1 second.`, {
    headers: { "Retry-After": "1" },
  });

/** 429 with `Retry-After`: the API key has reached its limit of open streams. */
export const tooManyStreams = (limit: number): ApiError =>
  new ApiError(
    "rate_limited",
    limitReachedText("The API key", `${limit} open streams`, "Close one, or use another key"),
    { headers: { "Retry-After": "30" } },
  );

/** 429 with `Retry-After`: the workspace has reached its limit of open streams in this process. */
export const tooManyWorkspaceStreams = (limit: number): ApiError =>
  new ApiError("rate_limited", limitReachedText("The workspace", `${limit} open streams`, "Close one"), {
    headers: { "Retry-After": "30" },
  });

/** 422: an event to erase is unknown. */
export const eventNotInLog = (id: string, index: number): ApiError =>
  refusal("reference_not_found", [
    {
      path: `/events/${index}`,
      code: "reference_not_found",
      message: notFoundText(`Event ${quoted(id)}`, "List events with GET /api/events"),
    },
  ]);

/**
 * 409: the event with this idempotency key was erased. The refusal is the same for every body, so that it
 * reveals nothing about the erased event.
 */
export const erasedUnderKey = (key: string): ApiError =>
  new ApiError(
    "idempotency_conflict",
    `The event with Idempotency-Key ${quoted(key)} was erased and cannot be compared with the request. Send the event with a new Idempotency-Key.`,
  );

/** 409: the event that records an erasure cannot be erased. */
export const erasureStays = (id: string): ApiError =>
  new ApiError(
    "conflict",
    `Event ${quoted(id)} records an erasure and cannot be erased. Leave this event out of the request.`,
  );
