import type { AddCommand, CommandContext } from "../program.ts";
import { listen } from "./listen.ts";
import { type ListenOptions, parsePort } from "./listen-options.ts";

const help = `
Registers an endpoint for as long as it runs, and removes it on Ctrl-C. The server must be able to reach it: on another
machine that takes a tunnel, whose address --url gives.

Examples:
  $ assay webhooks listen
  $ assay webhooks listen --event evaluation.completed --threshold triage_accuracy=80 --project proj_01j…
  $ assay webhooks listen --forward http://localhost:3000/hooks/assay
  $ assay webhooks listen --port 8799 --secret whsec_…`;

const several = (value: string, values: string[] | undefined): string[] => [...(values ?? []), value];

/** `assay webhooks listen|list`. */
export const addWebhooksCommand: AddCommand = (program, context) => {
  const webhooks = program.command("webhooks").description("see what webhooks are told");
  webhooks
    .command("listen")
    .description("show events as they happen, signatures checked")
    .option("-e, --event <kind>", "only this kind of event; may be repeated (all kinds)", several)
    .option("-t, --threshold <evaluator=score>", "tell when a score crosses it; may be repeated", several)
    .option("--project <id>", "only events of this project")
    .option("--port <number>", "port of this machine to listen on (0: any free one)", parsePort, 0)
    .option("--url <address>", "where the server reaches that port, when not at 127.0.0.1")
    .option("--forward <url>", "pass messages on, as they are, and answer what comes back")
    .option("--secret <whsec>", "register nothing: listen for an endpoint with this secret")
    .addHelpText("after", help)
    .action((options: ListenOptions) => listen(options, context()));
  webhooks
    .command("list")
    .description("list the workspace's webhooks, and whether they are enabled")
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
