import { maxRequestCost } from "../policy-cost.ts";

/** Returns whether the budget of a request admits a decision that costs this many steps. */
export type AdmitsCost = (steps: number) => boolean;

/** Admits every cost, for a decision that is the only one of its request. */
export const admitsAny: AdmitsCost = () => true;

/** The budget that all decisions of one request share. Decisions beyond it are not evaluated. */
export class CostBudget {
  #left: number;
  #hasRefused = false;

  constructor(limit: number = maxRequestCost) {
    this.#left = limit;
  }

  /** Whether a decision did not fit into the budget. */
  get hasRefused(): boolean {
    return this.#hasRefused;
  }

  /** The share of one decision. If the decision is evaluated again, it costs nothing more. */
  share(): AdmitsCost {
    let admitted: boolean | undefined;
    return (steps) => {
      if (admitted !== undefined) return admitted;
      admitted = steps <= this.#left;
      if (admitted) this.#left -= steps;
      else this.#hasRefused = true;
      return admitted;
    };
  }
}
