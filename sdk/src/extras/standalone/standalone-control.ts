import type * as generated from "../../generated/resources.ts";
import type { ControlGuard } from "../control-guard-extras.ts";
import { guardWith } from "../guard-with.ts";

type Decisions = Pick<generated.Control, "authorize" | "authorizeBatch" | "settle">;

/** The standalone resource for decisions, with the methods of `control` itself. */
export type StandaloneControl = Decisions & ControlGuard;

/** Adds the methods that are not operations of the API. */
export const extend = (control: Decisions): StandaloneControl => ({
  ...control,
  guard: guardWith(async (...call) =>
    (await import("./standalone-lazy-methods.ts")).guardedCall(control, ...call),
  ),
});
