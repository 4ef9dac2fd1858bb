import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import type { UsageChange } from "@assay/contract/control/decisions/usage-rules";
import {
  type CeilingReading,
  type Ceilings,
  readCeilings,
  usageSince,
  type UsageSlice,
} from "@assay/contract/domain";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { LockedLog } from "../../../evidence/log/append/append-batch.ts";
import { addUsage, findUsage, insertCosts } from "./usage-queries.ts";

/** A call to check against its agent's ceilings. */
interface CeilingCall {
  agentId: string;
  ceilings: Ceilings;
  now: number;
  cost: number;
}

const within: CeilingReading = { rateExceeded: false, budgetExceeded: false, retryAfterSeconds: null };

/**
 * Counts the usage of agents while the log is locked. Usage is read once for each agent and transaction,
 * cached for the following calls, and written once. Ceilings therefore apply across processes, and most calls
 * need no query.
 */
export class UsageCounter {
  readonly #workspaceId: string;
  readonly #used = new Map<string, UsageSlice[]>();
  #added: (UsageSlice & { agentId: string })[] = [];
  #costs: CostRecord[] = [];

  /** The counter of a transaction. */
  static of({ shared }: LockedLog, workspaceId: string): UsageCounter {
    const found = shared.get("usage");
    if (found instanceof UsageCounter) return found;
    const counter = new UsageCounter(workspaceId);
    shared.set("usage", counter);
    return counter;
  }

  private constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
  }

  /**
   * Returns whether a call would exceed the ceilings of its agent. If the agent has no ceilings, reads
   * nothing.
   */
  async read({ read }: LockedLog, { agentId, ceilings, now, cost }: CeilingCall): Promise<CeilingReading> {
    const since = usageSince(now, ceilings);
    if (since === undefined) return within;
    let used = this.#used.get(agentId);
    if (!used) {
      used = await read((tx) => findUsage(tx, { workspaceId: this.#workspaceId, agentId }, since));
      used.push(...this.#added.filter((row) => row.agentId === agentId));
      this.#used.set(agentId, used);
    }
    return readCeilings(ceilings, used, { now, cost });
  }

  /** Counts the usage of a call. */
  add({ slices, cost }: UsageChange): void {
    for (const slice of slices) {
      this.#added.push(slice);
      this.#used.get(slice.agentId)?.push(slice);
    }
    if (cost) this.#costs.push(cost);
  }

  /** Writes the usage that was counted since the previous write. */
  async write(tx: Tx): Promise<void> {
    const [added, costs] = [this.#added, this.#costs];
    [this.#added, this.#costs] = [[], []];
    await addUsage(tx, this.#workspaceId, added);
    await insertCosts(tx, this.#workspaceId, costs);
  }
}
