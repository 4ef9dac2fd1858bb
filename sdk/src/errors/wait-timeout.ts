import type { Approval } from "../generated/types.ts";
import { brand, TimeoutError } from "./errors.ts";

/** An approval was still pending at the time limit of `control.approvals.wait`; it stays pending. */
export class WaitTimeout extends TimeoutError {
  declare readonly name: "WaitTimeout";
  static {
    brand(this, "WaitTimeout");
  }
  /** The last known state; undefined if none was received. */
  declare readonly approval: Approval | undefined;
}
