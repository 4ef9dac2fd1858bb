import type * as generated from "../../generated/resources.ts";
import type { ControlGuard } from "../control-guard-extras.ts";
import { guardWith } from "../guard-with.ts";

type Decisions = Pick<generated.Control, "authorize" | "authorizeBatch" | "settle">;

/** Decisions by themselves: what `control` has of its own. */
export type SingleControl = Decisions & ControlGuard;

/** Adds what the API has no operation for. */
export const extend = (control: Decisions): SingleControl => ({
  ...control,
  guard: guardWith(async (...call) => (await import("./single-later.ts")).guardedCall(control, ...call)),
});
