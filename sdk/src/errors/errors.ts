/**
 * Names an error class: `name` for people, and a registered symbol by which `instanceof` knows its instances even when
 * a program has loaded this package twice, once as ESM and once as CommonJS.
 */
export function brand(errorClass: { prototype: object; kind: symbol }, name: string): void {
  errorClass.kind = Symbol.for(`@assay/sdk.${name}`);
  Object.assign(errorClass.prototype, { name, [errorClass.kind]: true });
}

/** What every error of this package is. */
export class AssayError extends Error {
  /** @internal */
  static kind: symbol;
  static {
    brand(this, "AssayError");
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A caller's own subclass has no kind of its own: `instanceof` means there what it always means.
    if (!Object.hasOwn(this, "kind")) return super[Symbol.hasInstance](value);
    return (value as Record<symbol, unknown> | null | undefined)?.[this.kind] === true;
  }
}

/** No answer came: the address is wrong, the server is down, or the connection broke. `cause` holds the reason. */
export class ConnectionError extends AssayError {
  declare readonly name: "ConnectionError" | "TimeoutError";
  static {
    brand(this, "ConnectionError");
  }
}

/** The answer did not arrive whole within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  declare readonly name: "TimeoutError";
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
