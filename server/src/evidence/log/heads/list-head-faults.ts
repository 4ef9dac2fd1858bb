import type { Knex } from "knex";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import { SecretBox } from "../../../platform/secrets/secret-box.ts";
import type { LogRow } from "../../log-queries.ts";
import { EvidenceHeads, headPurpose } from "./evidence-heads.ts";
import { checkHead, type HeadFault } from "./head-check.ts";

/** A log that must not be signed until an operator accepts it. */
export interface UnacceptedLog extends Pick<HeadFault, "kind"> {
  /** Name of the workspace. */
  workspace: string;
}

/** The sealed records of all logs, compared with the logs. */
export interface CheckedHeads {
  /** Number of logs with events. */
  logs: number;
  faults: readonly UnacceptedLog[];
}

/** Compares every log that has events with its sealed record. Changes nothing. */
export async function checkHeads(db: Knex, keyring: Keyring): Promise<CheckedHeads> {
  const heads = new EvidenceHeads(new SecretBox(db, keyring).keysFor(headPurpose));
  const logs: (LogRow & { id: string; name: string })[] = await db("event_logs as l")
    .join("workspaces as w", "w.id", "l.workspace_id")
    .where("l.size", ">", 0)
    .orderBy("w.name")
    .select("w.id", "w.name", "l.generation", "l.size", "l.frontier", "l.root");
  const faults: UnacceptedLog[] = [];
  for (const { id: workspaceId, name: workspace, ...end } of logs) {
    const checked = await checkHead(db, heads, { workspaceId, end });
    if ("kind" in checked) faults.push({ workspace, kind: checked.kind });
  }
  return { logs: logs.length, faults };
}

/** The command with which an operator accepts a log. */
export const acceptCommandOf = (workspace: string): string =>
  `\`assay-server evidence accept --workspace ${JSON.stringify(workspace)} --reason …\``;
