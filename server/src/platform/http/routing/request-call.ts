import type { DescribedRoute } from "@assay/contract/platform/c";
import { missingScope } from "@assay/contract/platform/scopes";
import type { Request, Response } from "express";
import type { PlatformDeps } from "../../platform-deps.ts";
import type { Authenticator } from "../request/authenticate.ts";
import { committer } from "../request/idempotency.ts";
import type { Call, Caller } from "./handler.ts";
import { contextOf } from "./request-context.ts";

/** A request with its response, its route and the parts of the server that its handler may use. */
interface CallParts {
  request: Request;
  response: Response;
  route: DescribedRoute;
  options: { deps: PlatformDeps; authenticator: Authenticator; ending: AbortSignal };
}

/**
 * The data about a request that a handler receives in addition to the validated input. This is a class, because
 * creating an object with getters of its own takes 2 µs.
 */
export class RequestCall implements Call {
  readonly #parts: CallParts;
  #signal: AbortSignal | undefined;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  get request(): Request {
    return this.#parts.request;
  }

  get caller(): Caller {
    const { request, route } = this.#parts;
    const { caller } = contextOf(request);
    if (!caller) throw new Error(`${route.path} is public and has no caller.`);
    return caller;
  }

  get signal(): AbortSignal {
    // The signal is created when it is first used, because few handlers use it and creating it takes 10 µs.
    this.#signal ??= signalOf(this.#parts.response);
    return this.#signal;
  }

  get waitSignal(): AbortSignal {
    return signalOf(this.#parts.response, this.#parts.options.ending);
  }

  readonly text = (): string | undefined => contextOf(this.#parts.request).text;

  setHeader = (name: string, value: string): void => void this.#parts.response.setHeader(name, value);

  readonly recheck = async (): Promise<boolean> => {
    const { request, route, options } = this.#parts;
    const { scope, otherScope } = route.metadata;
    if (scope === "public") return true;
    const caller = await options.authenticator.currentCaller(request.headers.authorization);
    return caller !== undefined && missingScope({ scope, otherScope }, caller.scopes) === undefined;
  };

  readonly commit: Call["commit"] = (work, bodyHash) => this.#committer.commit(work, bodyHash);

  readonly commitComputed: Call["commitComputed"] = (compute) => this.#committer.commitComputed(compute);

  get #committer(): Pick<Call, "commit" | "commitComputed"> {
    const { request, route, options } = this.#parts;
    return committer(options.deps, request, route.metadata.secretBearing ?? false);
  }
}

/**
 * Returns a signal that aborts when the client disconnects before the response is complete, or when `ending`
 * aborts.
 */
function signalOf(response: Response, ending?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    ending?.removeEventListener("abort", abort);
    if (!response.writableFinished) controller.abort();
  };
  ending?.addEventListener("abort", abort);
  if (response.closed || ending?.aborted) abort();
  else response.once("close", abort);
  return controller.signal;
}
