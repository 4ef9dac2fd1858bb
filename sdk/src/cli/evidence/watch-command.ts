import type { CommandContext } from "../program.ts";

/** Options of `assay evidence watch`. */
export interface WatchCommandOptions {
  agent?: string;
  session?: string;
  type?: string;
  after?: number;
  count?: number;
}

/** Prints events as they are appended. */
export async function watch(
  { agent, session, type, after, count = Number.POSITIVE_INFINITY }: WatchCommandOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const query = { agentId: agent, session, type };
  let shown = 0;
  if (count === 0) return;
  for await (const event of client.control.events.watch(query, { after, signal })) {
    output.row(event);
    const at = new Date(event.receivedAt).toISOString();
    const data = event.data === null ? "(erased)" : JSON.stringify(event.data);
    output.line(
      { text: `${event.seq}  ${at}  `, emphasis: "dim" },
      { text: event.type, emphasis: "bold" },
      `  ${event.session ?? "–"}  ${data}`,
    );
    shown += 1;
    if (shown >= count) return;
  }
}
