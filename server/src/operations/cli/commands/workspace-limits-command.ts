import { Command, InvalidArgumentError } from "commander";
import { findWorkspaceRate, setWorkspaceRate } from "../../../workspace/access/workspace-limit-queries.ts";
import { administer, workspaceNamed } from "../administer.ts";
import { type OutputOptions, printResult } from "../output.ts";

const maxRate = 500_000_000;

function rateOf(text: string): number {
  const rate = Number(text);
  if (/^\d{1,9}$/.test(text) && rate >= 1 && rate <= maxRate) return rate;
  throw new InvalidArgumentError(
    `The value is ${JSON.stringify(text)}; it must be a whole number of requests from 1 to ${maxRate}.`,
  );
}

type LimitOptions = OutputOptions & { workspace?: string };

/** Builds the commands `workspace limits set|show`. */
export function workspaceLimitsCommand(): Command {
  return new Command("limits")
    .description("Manage the limits of a workspace.")
    .addCommand(
      new Command("set")
        .description("Apply a limit of requests per minute (valid within 5 s).")
        .option("--workspace <name>", "workspace name (optional if only one exists)")
        .requiredOption("--rate <n>", "maximum number of requests per minute over all API keys", rateOf)
        .action(({ rate, ...options }: LimitOptions & { rate: number }) =>
          administer(options, async (deps) => {
            const { id, name } = await workspaceNamed(deps, options.workspace);
            await setWorkspaceRate(deps.database.knex, id, rate);
            printResult(options, { workspace: name, rate }, [
              `Workspace ${JSON.stringify(name)}: ${rate} requests per minute.`,
            ]);
          }),
        ),
    )
    .addCommand(
      new Command("show")
        .description("Show the limit of requests per minute.")
        .option("--workspace <name>", "workspace name (optional if only one exists)")
        .action((options: LimitOptions) =>
          administer(options, async (deps) => {
            const { id, name } = await workspaceNamed(deps, options.workspace);
            const own = await findWorkspaceRate(deps.database.knex, id);
            const rate = own ?? deps.config.workspaceRateLimit;
            printResult(options, { workspace: name, rate, is_default: own === null }, [
              `Workspace ${JSON.stringify(name)}: ${rate} requests per minute${own === null ? " (default)" : ""}.`,
            ]);
          }),
        ),
    );
}
