import type { EvidenceEvent } from "../../generated/types.ts";
import type { Output } from "../output.ts";
import type { CommandContext } from "../program.ts";

/** Options of `assay evidence watch`. */
export interface WatchCommandOptions {
  agent?: string;
  session?: string;
  type?: string;
  after?: number;
  count?: number;
}

/** Prints events as they are appended, until Ctrl-C or until the reader of stdout stops reading. */
export async function watch(
  { agent, session, type, after, count = Number.POSITIVE_INFINITY }: WatchCommandOptions,
  { client, output, signal, stop }: CommandContext,
): Promise<void> {
  const query = { agentId: agent, session, type };
  let shown = 0;
  if (count === 0) return;
  try {
    for await (const event of client.control.events.watch(query, { after, signal: stop })) {
      show(event, output);
      shown += 1;
      if (shown >= count) return;
    }
  } catch (error) {
    if (!stop.aborted || signal.aborted) throw error;
  }
}

function show(event: EvidenceEvent, output: Output): void {
  output.row(event);
  const at = new Date(event.receivedAt).toISOString();
  const data = event.data === null ? "(erased)" : JSON.stringify(event.data);
  output.line(
    { text: `${event.seq}  ${at}  `, emphasis: "dim" },
    { text: event.type, emphasis: "bold" },
    `  ${event.session ?? "–"}  ${data}`,
  );
}
