import type { WorkspaceSettings } from "@assay/contract/control/settings/settings";
import {
  type CeilingReading,
  readCeilings,
  sliceOf,
  usageSince,
  type UsageSlice,
} from "@assay/contract/domain";
import type { Tx } from "../../platform/db/transaction.ts";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import { addUsage, type CostRow, findUsage, insertCosts } from "./usage-queries.ts";

/** What a call asks of its agent's ceilings. */
export interface CeilingCall {
  agentId: string;
  settings: WorkspaceSettings;
  now: number;
  cost: number;
}

const within: CeilingReading = { rateExceeded: false, budgetExceeded: false, retryAfterSeconds: null };

/**
 * What agents use, while the log is locked: read once for each agent, kept in mind for the calls that follow in the same
 * transaction, written once. So a ceiling holds over several processes, and counting costs no query a call.
 */
export class UsageBook {
  readonly #workspaceId: string;
  readonly #used = new Map<string, UsageSlice[]>();
  #added: (UsageSlice & { agentId: string })[] = [];
  #costs: Omit<CostRow, "cost" | "settled_at">[] = [];

  /** The book of a transaction. */
  static of({ shared }: LockedLog, workspaceId: string): UsageBook {
    const found = shared.get("usage");
    if (found instanceof UsageBook) return found;
    const book = new UsageBook(workspaceId);
    shared.set("usage", book);
    return book;
  }

  private constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
  }

  /** Whether a call would exceed the ceilings of its agent; asks nothing where there are none. */
  async read({ read }: LockedLog, { agentId, settings, now, cost }: CeilingCall): Promise<CeilingReading> {
    const since = usageSince(now, settings);
    if (since === undefined) return within;
    let used = this.#used.get(agentId);
    if (!used) {
      used = await read((tx) => findUsage(tx, { workspaceId: this.#workspaceId, agentId }, since));
      used.push(...this.#added.filter((row) => row.agentId === agentId));
      this.#used.set(agentId, used);
    }
    return readCeilings(settings, used, { now, cost });
  }

  /** Counts a call. */
  countCall({ agentId, settings: { rateCeiling }, now }: CeilingCall): void {
    if (rateCeiling) this.#add({ agentId, kind: "calls", at: sliceOf(now, rateCeiling), amount: 1 });
  }

  /** Reserves what a call will cost. */
  reserve(
    { agentId, settings: { spendCeiling }, now, cost }: CeilingCall,
    { decisionId, expiresAt }: { decisionId: string; expiresAt: number },
  ): void {
    const at = sliceOf(now, spendCeiling);
    this.#add({ agentId, kind: "cost", at, amount: cost });
    this.#costs.push({
      decision_id: decisionId,
      agent_id: agentId,
      reserved: cost,
      at,
      expires_at: expiresAt,
    });
  }

  /** Writes what was counted since the last time. */
  async write(tx: Tx): Promise<void> {
    const [added, costs] = [this.#added, this.#costs];
    [this.#added, this.#costs] = [[], []];
    await addUsage(tx, this.#workspaceId, added);
    await insertCosts(tx, this.#workspaceId, costs);
  }

  #add(row: UsageSlice & { agentId: string }): void {
    this.#added.push(row);
    this.#used.get(row.agentId)?.push(row);
  }
}
