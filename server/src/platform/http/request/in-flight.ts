import { workspaceLimits } from "@assay/contract/platform/requests/workspace-limits";
import { tooBusy } from "@assay/contract/platform/requests/load-refusals";

const counted = Symbol("counted");

/**
 * A response, which emits `close` when it is complete or its client disconnects. That it is counted is a property of it,
 * because a weak set would slow down garbage collection.
 */
interface Closing {
  once: (event: "close", listener: () => void) => unknown;
  [counted]?: true;
}

/** Limits the requests of each workspace that are in progress in this process and exempt from rate limits. */
export class InFlightLimit {
  readonly #counts = new Map<string, number>();

  /**
   * Counts a request once, until its response is complete or its client disconnects.
   *
   * @throws {ApiError} 503 if the workspace has its maximum number of requests in progress.
   */
  admit(workspaceId: string, response: Closing): void {
    if (response[counted]) return;
    const count = this.#counts.get(workspaceId) ?? 0;
    if (count >= workspaceLimits.requestsInFlight)
      throw tooBusy(`A slot for one of ${workspaceLimits.requestsInFlight} concurrent requests`, 1);
    this.#counts.set(workspaceId, count + 1);
    response[counted] = true;
    response.once("close", () => this.#release(workspaceId));
  }

  #release(workspaceId: string): void {
    const rest = (this.#counts.get(workspaceId) ?? 1) - 1;
    if (rest === 0) this.#counts.delete(workspaceId);
    else this.#counts.set(workspaceId, rest);
  }
}
