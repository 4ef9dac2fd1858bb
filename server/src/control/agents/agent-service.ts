import {
  agentChanges,
  agentContents,
  agentDifferences,
  type CreateAgentBody,
  type UpdateAgentBody,
} from "@assay/contract/control/agents/agent-input";
import {
  agentConflict,
  agentMoveRefused,
  agentNotFound,
  tooManyAgents,
} from "@assay/contract/control/agents/agent-refusals";
import {
  agentCreated,
  agentDeleted,
  agentKeyRotated,
  agentMoved,
  agentPoliciesSet,
  agentUpdated,
  type ControlEvent,
} from "@assay/contract/control/control-evidence";
import { formatId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import {
  agentMove,
  type AgentStatus,
  attachedPolicies,
  jsonEquals,
  maskSecret,
} from "@assay/contract/domain";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { tellInTransaction } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { hasKey, storeKey } from "./agent-keys.ts";
import {
  type AgentRow,
  countAgents,
  deleteAgent,
  findAgent,
  insertAgent,
  lockAgent,
  updateAgent,
} from "./agent-queries.ts";
import { columnsOf, contentsOf } from "./agent-wire.ts";

type Parts = Pick<ControlDeps, "database" | "now" | "secrets" | "hashSecret">;

/**
 * One change of an agent: who makes it, in which transaction. The log is locked before the agent, as every decision about
 * an agent does it, so that two that meet wait for each other in one order.
 */
export class AgentWriter {
  readonly #tx: Tx;
  readonly #parts: Parts;
  readonly #caller: Caller;

  constructor(tx: Tx, parts: Parts, caller: Caller) {
    this.#tx = tx;
    this.#parts = parts;
    this.#caller = caller;
  }

  /**
   * Registers an agent; one that is there already and is what is asked for is given as it is.
   *
   * @throws {ApiError} 409 when it is there and is something else, or the workspace has as many as it may.
   */
  async create(body: CreateAgentBody): Promise<AgentRow> {
    const tx = this.#tx;
    const { workspaceId } = this.#caller;
    const key = { workspaceId, id: body.id };
    const contents = agentContents(body);
    await lockLog(tx, workspaceId);
    const stored = await findAgent(tx, key);
    if (stored) {
      const differing = agentDifferences(contentsOf(stored), contents);
      if (!(await hasKey(tx, this.#parts, key, body.apiKey))) differing.push("apiKey");
      if (differing.length > 0) throw agentConflict(body.id, differing);
      return stored;
    }
    if ((await countAgents(tx, workspaceId)) >= limits.agentsPerWorkspace) throw tooManyAgents();
    const row = newRow(body, this.#parts.now().getTime());
    await insertAgent(tx, workspaceId, row);
    if (body.apiKey !== undefined) await storeKey(tx, this.#parts, key, body.apiKey);
    await this.#tell(agentCreated(this.#change(body.id), contents, row.status));
    return row;
  }

  /** Changes what is named of an agent. @throws {ApiError} 404; 409 for a state that does not follow the present one. */
  async update(id: string, body: UpdateAgentBody): Promise<AgentRow> {
    const row = await this.#lock(id);
    const changes = agentChanges(body);
    const changed = agentDifferences({ ...contentsOf(row), runtimeStatus: row.runtime_status }, changes);
    let now = row;
    if (changed.length > 0) {
      now = await this.#save(row, columnsOf(changes));
      await this.#tell(agentUpdated(this.#change(id), contentsOf(now), changed));
    }
    return body.status === undefined ? now : this.#move(now, body.status, null);
  }

  /** Moves an agent to another state; to its own changes nothing. @throws {ApiError} 404; 409 when it cannot. */
  async move(id: string, to: AgentStatus, reason: string | null): Promise<AgentRow> {
    return this.#move(await this.#lock(id), to, reason);
  }

  /** Sets the whole list of attached policies. @throws {ApiError} 404. */
  async setPolicies(id: string, policyIds: readonly string[]): Promise<AgentRow> {
    const row = await this.#lock(id);
    const attached = attachedPolicies(policyIds);
    if (jsonEquals(attached, row.policy_ids)) return row;
    const now = await this.#save(row, { policy_ids: attached });
    await this.#tell(agentPoliciesSet(this.#change(id), attached));
    return now;
  }

  /** Puts a key in place of the present one; the same key changes nothing. @throws {ApiError} 404. */
  async rotateKey(id: string, apiKey: string): Promise<AgentRow> {
    const row = await this.#lock(id);
    const key = { workspaceId: this.#caller.workspaceId, id };
    if (await hasKey(this.#tx, this.#parts, key, apiKey)) return row;
    await storeKey(this.#tx, this.#parts, key, apiKey);
    const now = await this.#save(row, { api_key_masked: maskSecret(apiKey) });
    await this.#tell(agentKeyRotated(this.#change(id)));
    return now;
  }

  /** Deletes an agent and its key; what the log holds of it stays. @throws {ApiError} 404. */
  async delete(id: string): Promise<void> {
    await this.#lock(id);
    await deleteAgent(this.#tx, { workspaceId: this.#caller.workspaceId, id });
    await this.#tell(agentDeleted(this.#change(id)));
  }

  async #move(row: AgentRow, to: AgentStatus, reason: string | null): Promise<AgentRow> {
    const { id, status: from } = row;
    const move = agentMove(from, to);
    if (move === "nothing") return row;
    if (move === "refuse") throw agentMoveRefused(id, from, to);
    const now = await this.#save(row, { status: to });
    await this.#tell(agentMoved(this.#change(id), { from, to, reason }));
    return now;
  }

  async #lock(id: string): Promise<AgentRow> {
    const { workspaceId } = this.#caller;
    await lockLog(this.#tx, workspaceId);
    const row = await lockAgent(this.#tx, { workspaceId, id });
    if (!row) throw agentNotFound(id);
    return row;
  }

  #save({ id }: AgentRow, change: Partial<AgentRow>): Promise<AgentRow> {
    const { workspaceId } = this.#caller;
    const updated = { ...change, updated_at: this.#parts.now().getTime() };
    return updateAgent(this.#tx, { workspaceId, id }, updated);
  }

  #change(agentId: string) {
    return { agentId, by: formatId("api_key", this.#caller.apiKeyId) };
  }

  #tell(event: ControlEvent): Promise<void> {
    return tellInTransaction(this.#tx, this.#parts, { workspaceId: this.#caller.workspaceId, event });
  }
}

function newRow(body: CreateAgentBody, at: number): AgentRow {
  const { baseUrl, ...contents } = agentContents(body);
  return {
    id: body.id,
    ...contents,
    base_url: baseUrl,
    status: body.status ?? "active",
    api_key_masked: maskSecret(body.apiKey),
    policy_ids: [],
    runtime_status: "ready",
    provisioned_at: at,
    created_at: at,
    updated_at: at,
  };
}
