/** Result of a check. */
export interface Finding {
  check:
    | "configuration"
    | "database"
    | "migrations"
    | "writes"
    | "clock"
    | "keys"
    | "queue"
    | "disk"
    | "outbound"
    | "tracing";
  /** `fail`: a part does not work; `warn`: a part needs attention; `skip`: not checked. */
  status: "ok" | "warn" | "fail" | "skip";
  /** The result as one sentence. */
  message: string;
  /** The remedy; null if none is required. */
  todo: string | null;
}

type Check = Finding["check"];

/** A passed check. */
export const ok = (check: Check, message: string): Finding => ({ check, status: "ok", message, todo: null });

/** A part that works, but needs attention. */
export const warn = (check: Check, message: string, todo: string): Finding => ({
  check,
  status: "warn",
  message,
  todo,
});

/** A part that does not work. */
export const fail = (check: Check, message: string, todo: string): Finding => ({
  check,
  status: "fail",
  message,
  todo,
});

/** A part that was not checked. */
export const skip = (check: Check, message: string, todo: string | null = null): Finding => ({
  check,
  status: "skip",
  message,
  todo,
});
