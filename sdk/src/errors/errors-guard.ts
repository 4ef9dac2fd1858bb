import { AssayError, brand } from "./errors.ts";
import type { Authorization } from "../generated/types.ts";

/** An agent was not allowed to call a tool; the tool was not called. */
export class NotAuthorizedError extends AssayError {
  declare readonly name: "NotAuthorizedError";
  static {
    brand(this, "NotAuthorizedError");
  }
  /** The decision and all of its reasons. */
  declare readonly decision: Authorization;
  /** How to obtain permission, if known. */
  declare readonly remedy: string | undefined;

  constructor(message: string, decision: Authorization) {
    super(message);
    Object.assign(this, { decision, remedy: decision.context.remedy });
  }
}
