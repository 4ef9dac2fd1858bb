import type { AddCommand, CommandContext } from "../program.ts";
import { listen } from "./listen.ts";
import { type ListenOptions, parsePort } from "./listen-options.ts";

const help = `
Registers an endpoint while the command runs and removes it on Ctrl-C. The server must reach the endpoint: for a
server on another host, use a tunnel and pass the URL of the tunnel with --url.

Examples:
  $ assay webhooks listen
  $ assay webhooks listen --event evaluation.completed --threshold triage_accuracy=80 --project proj_01j…
  $ assay webhooks listen --forward http://localhost:3000/hooks/assay
  $ assay webhooks listen --port 8799 --secret whsec_…`;

const several = (value: string, values: string[] | undefined): string[] => [...(values ?? []), value];

/** `assay webhooks listen|list`: lists webhooks and receives events. */
export const addWebhooksCommand: AddCommand = (program, context) => {
  const webhooks = program.command("webhooks").description("list webhooks and watch deliveries");
  webhooks
    .command("listen")
    .description("receive events, verify their signatures and print them")
    .option("-e, --event <kind>", "event kind; may be repeated (default: all kinds)", several)
    .option("-t, --threshold <evaluator=score>", "score threshold to watch; may be repeated", several)
    .option("--project <id>", "filter by project id")
    .option("--port <number>", "local port to listen on; 0 selects any free port", parsePort, 0)
    .option("--url <address>", "URL at which the server reaches the local port (default: on 127.0.0.1)")
    .option("--forward <url>", "URL to forward messages to; its response is returned to the server")
    .option("--secret <whsec>", "secret of an existing endpoint (default: register a new endpoint)")
    .addHelpText("after", help)
    .action((options: ListenOptions) => listen(options, context()));
  webhooks
    .command("list")
    .description("list webhooks and their state")
    .action(() => list(context()));
};

async function list({ client, output, signal }: CommandContext): Promise<void> {
  const webhooks = [];
  for await (const webhook of client.webhooks.list({ limit: 100 }, { signal })) webhooks.push(webhook);
  output.data(webhooks);
  output.tables([
    {
      head: ["id", "state", "url", "events", "project"],
      rows: webhooks.map(({ id, enabled, url, event_types: kinds, config }) => [
        id,
        enabled ? "enabled" : "disabled",
        url,
        kinds.join(" "),
        config.project ?? null,
      ]),
    },
  ]);
  for (const { id, disabled_reason: reason } of webhooks)
    if (reason !== null) output.note(`${id} is disabled: ${reason}`);
}
