import { counted } from "@assay/contract/domain";
import type { Caller } from "../../generated/types.ts";
import type { Output } from "../output.ts";
import type { AddCommand } from "../program.ts";

/** `assay me`: shows whose API key is used, and what it may do. */
export const addMeCommand: AddCommand = (program, context) => {
  program
    .command("me")
    .description("show whose API key is used, and what it may do")
    .action(async () => {
      const { client, output, signal } = context();
      showCaller(await client.me({ signal }), output);
    });
};

const minute = (at: string): string => at.slice(0, 16).replace("T", " ");

/** Shows a caller, either with one line per field or as JSON. Fields without a value are omitted. */
function showCaller(caller: Caller, output: Output): void {
  output.data(caller);
  if (output.json) return;
  const { key, workspace, reviewer, agent, projects } = caller;
  const rows: [string, string | null][] = [
    ["key", `${key.name} (${key.id})`],
    ["workspace", `${workspace.name} (${workspace.id})`],
    ["projects", projects && projects.map(({ id, name }) => `${name} (${id})`).join(", ")],
    ["preset", key.preset],
    ["scopes", key.scopes.join(", ")],
    ["reviewer", reviewer && reviewerText(reviewer)],
    ["pending", reviewer && counted(reviewer.pending_count, "sample")],
    ["agent", agent && agent.id],
    ["tools", agent && (agent.tools.join(", ") || "none")],
    ["expires", key.expires_at && minute(key.expires_at)],
  ];
  for (const [label, value] of rows) if (value !== null) output.line(`${label.padEnd(11)} ${value}`);
}

function reviewerText(reviewer: NonNullable<Caller["reviewer"]>): string {
  const { id, name, credentials, available, credential_expires_at: expiry } = reviewer;
  return [
    `${name} (${id})`,
    ...credentials,
    ...(available ? [] : ["not available"]),
    ...(expiry === null ? [] : [`credentials expire ${minute(expiry)}`]),
  ].join(", ");
}
