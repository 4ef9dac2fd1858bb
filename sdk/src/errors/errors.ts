/**
 * Names an error class. `name` is human-readable. A registered symbol makes `instanceof` work even if a
 * program has loaded this package twice, as ESM and as CommonJS.
 */
export function brand(errorClass: { prototype: object; kind: symbol }, name: string): void {
  errorClass.kind = Symbol.for(`@assay/sdk.${name}`);
  Object.assign(errorClass.prototype, { name, [errorClass.kind]: true });
}

/** Base class of this package's errors. */
export class AssayError extends Error {
  /** @internal */
  static kind: symbol;
  static {
    brand(this, "AssayError");
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A subclass that a program defines has no own member `kind`, so it uses the standard `instanceof`.
    if (!Object.hasOwn(this, "kind")) return super[Symbol.hasInstance](value);
    return (value as Record<symbol, unknown> | null | undefined)?.[this.kind] === true;
  }
}

/**
 * A value that the program passed cannot be used, such as an option, an id, a header or a body.
 */
export class InvalidArgumentError extends AssayError {
  declare readonly name: "InvalidArgumentError";
  static {
    brand(this, "InvalidArgumentError");
  }
}

/** No response was received: wrong URL, server down, or broken connection. `cause` contains the reason. */
export class ConnectionError extends AssayError {
  declare readonly name: "ConnectionError" | "TimeoutError" | "WaitTimeout";
  static {
    brand(this, "ConnectionError");
  }
}

/** The response was not complete within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  declare readonly name: "TimeoutError" | "WaitTimeout";
  static {
    brand(this, "TimeoutError");
  }
}

/** The caller's `signal` was aborted; `cause` is the signal's reason. */
export class AbortError extends AssayError {
  declare readonly name: "AbortError";
  static {
    brand(this, "AbortError");
  }
}
