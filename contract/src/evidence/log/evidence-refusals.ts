// Refusals about the evidence log.
import { ApiError } from "../../platform/errors.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 400: a query names a size that the log does not have. */
export const sizeBeyondLog = (name: string, given: number, size: number): ApiError =>
  validationFailed([
    {
      path: `query/${name}`,
      code: "too_big",
      message: `${name} is ${given}; the log has ${counted(size, "event")}.`,
    },
  ]);

/** 400: a stream is to go on after an event that the log does not have. @param given as it was sent. */
export const beyondHead = (given: string, head: number): ApiError =>
  validationFailed([
    {
      path: "header/last-event-id",
      code: "too_big",
      message: `last-event-id is ${given}; the log has ${counted(head, "event")}, so it must be 0 to ${head}.`,
    },
  ]);

/** 400: a proof was asked for of a tree that the event came after, or of sizes in the wrong order. */
export const sizeBefore = (name: string, given: number, least: number): ApiError =>
  validationFailed([
    {
      path: `query/${name}`,
      code: "too_small",
      message: `${name} is ${given}; it must be at least ${least}.`,
    },
  ]);

/** 404: the log has no event at a place. */
export const noEventAt = (seq: number, size: number): ApiError =>
  new ApiError("not_found", `There is no event ${seq}; the log has ${counted(size, "event")}.`);

/** A state of a log, in words. */
interface LogState {
  size: number;
  /** Lower-case hexadecimal. */
  root: string;
}

/** 409: the log does not go on from a checkpoint that was signed before. */
export const evidenceConflict = (signed: LogState, present: number): ApiError =>
  new ApiError(
    "evidence_conflict",
    `A checkpoint of ${counted(signed.size, "event")} with the root ${signed.root} was signed before, and the log, which has ${counted(present, "event")} now, does not go on from it: events were lost or changed, as when an old backup is restored. Nothing more is signed until the operator has settled it: assay-server evidence status.`,
  );

const settle =
  "events were lost or changed in the database. Nothing is proven of it until the operator has settled it: assay-server evidence status.";

/** 409: the log's own events say another name than the one it is to be signed under. @param present, known origins. */
export const logRenamed = (present: string, known: string): ApiError =>
  new ApiError(
    "evidence_conflict",
    `The log is to be signed as ${quoted(present)}, and by what was signed and told of it it is ${quoted(known)}: no log_restarted event of its own tells that it was begun anew under that name. Nothing more is signed until the operator has settled it: assay-server evidence status.`,
  );

/** 409: what tells that a log was begun anew must stay. */
export const restartStays = (id: string): ApiError =>
  new ApiError(
    "conflict",
    `The event ${quoted(id)} tells that the log was begun anew and cannot be erased; leave it out.`,
  );

/** 409: the database has not all that the log is made of. @param first, last the events that what is missing is made of. */
export const logDamaged = ({ first, last }: { first: number; last: number }): ApiError =>
  new ApiError(
    "evidence_conflict",
    `The log lacks ${first === last ? `the event ${first}` : `the node of its tree over the events ${first} to ${last}`}: ${settle}`,
  );

/** 409: an event is not what its leaf commits to. */
export const eventAltered = (seq: number): ApiError =>
  new ApiError("evidence_conflict", `The event ${seq} is not what was written to the log: ${settle}`);

/** 409: there are events or checkpoints of a log, and its end is not there. */
export const logEndLost = (): ApiError =>
  new ApiError(
    "evidence_conflict",
    `The log has events or checkpoints, and its end (size and root) is not there: ${settle}`,
  );

/** 503 with `Retry-After`: more events are sent than can be written. */
export const logBusy = (waiting: number): ApiError =>
  new ApiError("unavailable", `${waiting} events wait to be written; send this one again in 1 second.`, {
    headers: { "Retry-After": "1" },
  });

/** 429 with `Retry-After`: the key follows as many streams as it may. */
export const tooManyStreams = (most: number): ApiError =>
  new ApiError(
    "rate_limited",
    `The API key follows ${most} streams, as many as it may; end one of them, or use another key.`,
    { headers: { "Retry-After": "30" } },
  );

/** 422: an erasure names an event that does not exist. */
export const eventNotInLog = (id: string, index: number): ApiError =>
  refusal("reference_not_found", [
    {
      path: `/events/${index}`,
      code: "reference_not_found",
      message: `There is no event ${quoted(id)} that this API key can reach; GET /api/events lists those there are.`,
    },
  ]);

/** 409: the event under an idempotency key was erased. The same whatever is sent: it says nothing of what was erased. */
export const erasedUnderKey = (key: string): ApiError =>
  new ApiError(
    "idempotency_conflict",
    `The event under the Idempotency-Key ${quoted(key)} was erased, so no request is known as the same again; send another event under a new key.`,
  );

/** 409: what tells of an erasure must stay. */
export const erasureStays = (id: string): ApiError =>
  new ApiError(
    "conflict",
    `The event ${quoted(id)} tells of an erasure and cannot be erased itself; leave it out.`,
  );
