import { maxRequestCost, maxShadowCost } from "../policy-cost.ts";

/**
 * Returns whether the budget of a request admits a decision that costs this many steps. `shadow`: the cost of the
 * policies in shadow mode, which have a budget of their own.
 */
export type AdmitsCost = (steps: number, mode?: "shadow") => boolean;

/** Admits every cost, for a decision that is the only one of its request. */
export const admitsAny: AdmitsCost = () => true;

/** The budget that all decisions of one request share. Decisions beyond it are not evaluated. */
export class CostBudget {
  #left: number;
  #shadowLeft = maxShadowCost;
  #hasRefused = false;

  constructor(limit: number = maxRequestCost) {
    this.#left = limit;
  }

  /** Whether a decision did not fit into the budget. */
  get hasRefused(): boolean {
    return this.#hasRefused;
  }

  /**
   * The share of one decision. It is called with the total cost of the decision so far. If the decision is evaluated
   * again, it costs only what exceeds the greatest cost that was admitted before.
   */
  share(): AdmitsCost {
    let admitted = 0;
    return (steps, mode) => {
      if (mode === "shadow") return this.#admitsShadow(steps);
      const further = steps - admitted;
      if (further > this.#left) {
        this.#hasRefused = true;
        return false;
      }
      if (further > 0) {
        this.#left -= further;
        admitted = steps;
      }
      return true;
    };
  }

  /** Policies in shadow mode that do not fit are skipped, which is no refusal. */
  #admitsShadow(steps: number): boolean {
    if (steps > this.#shadowLeft) return false;
    this.#shadowLeft -= steps;
    return true;
  }
}
