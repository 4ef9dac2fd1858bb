/** The result of one check. */
export interface Finding {
  check:
    | "configuration"
    | "database"
    | "migrations"
    | "rights"
    | "writes"
    | "clock"
    | "keys"
    | "queue"
    | "disk"
    | "outbound"
    | "tools"
    | "logs"
    | "tracing"
    | "evidence"
    | "address";
  /**
   * `ok`: the part works; `warn`: the part works but needs attention; `fail`: the part does not work; `skip`:
   * the part was not checked.
   */
  status: "ok" | "warn" | "fail" | "skip";
  /** The result in one sentence. */
  message: string;
  /** The remedy; null if no action is required. */
  todo: string | null;
}

type Check = Finding["check"];

/** Returns the finding of a passed check. */
export const ok = (check: Check, message: string): Finding => ({ check, status: "ok", message, todo: null });

/** Returns the finding for a part that works but needs attention. */
export const warn = (check: Check, message: string, todo: string): Finding => ({
  check,
  status: "warn",
  message,
  todo,
});

/** Returns the finding for a part that does not work. */
export const fail = (check: Check, message: string, todo: string): Finding => ({
  check,
  status: "fail",
  message,
  todo,
});

/** Returns the finding for a part that was not checked. */
export const skip = (check: Check, message: string, todo: string | null = null): Finding => ({
  check,
  status: "skip",
  message,
  todo,
});
