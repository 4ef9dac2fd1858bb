/** What a check found. */
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
  /** `fail`: something does not work; `warn`: it will not for long, or not well; `skip`: it could not be looked at. */
  status: "ok" | "warn" | "fail" | "skip";
  /** What was found, in one sentence. */
  message: string;
  /** What to do about it; null when there is nothing to do. */
  todo: string | null;
}

type Check = Finding["check"];

/** Nothing to do. */
export const ok = (check: Check, message: string): Finding => ({ check, status: "ok", message, todo: null });

/** It works still, but something should be done. */
export const warn = (check: Check, message: string, todo: string): Finding => ({
  check,
  status: "warn",
  message,
  todo,
});

/** It does not work. */
export const fail = (check: Check, message: string, todo: string): Finding => ({
  check,
  status: "fail",
  message,
  todo,
});

/** It could not be looked at. */
export const skip = (check: Check, message: string, todo: string | null = null): Finding => ({
  check,
  status: "skip",
  message,
  todo,
});
