import { CliError } from "../cli-error.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { repeated, showAgent } from "./show-agents.ts";

const sources = ["builtin", "url", "github", "fork"] as const;

interface ConnectOptions {
  name?: string;
  source?: (typeof sources)[number];
  url?: string;
  tool?: string[];
  anyTool?: boolean;
  category?: string[];
  boundary?: string;
  pending?: boolean;
  keyFromEnv?: string;
}

const help = `
Repeating the command with identical values has no effect. If the agent exists with different values, the command is refused.
The agent's key is read from an environment variable, because other users can see command lines.

Examples:
  $ assay connect triage-bot --url https://triage.example.org --tool chart.read --tool chart.write
  $ AGENT_KEY=… assay connect triage-bot --key-from-env AGENT_KEY`;

/** @throws {CliError} if the text is not a known source. */
function parseSource(text: string): (typeof sources)[number] {
  const found = sources.find((one) => one === text);
  if (found) return found;
  throw new CliError(`--source is ${JSON.stringify(text)}; it must be one of ${sources.join(", ")}.`);
}

/** `assay connect AGENT`: registers an agent, as `POST /api/agents` does. */
export const addConnectCommand: AddCommand = (program, context) => {
  program
    .command("connect")
    .description("register an agent")
    .argument("<agent>", "agent id, chosen by you")
    .option("--name <name>", "display name (default: the id)")
    .option(
      "--source <source>",
      "source: builtin, url, github or fork (default: url with --url, else builtin)",
      parseSource,
    )
    .option("--url <url>", "URL of the agent")
    .option("-t, --tool <name>", "tool that the agent may call; may be repeated (default: none)", repeated)
    .option("--any-tool", "allow every tool")
    .option("--category <name>", "category for filtering; may be repeated", repeated)
    .option("--boundary <name>", 'execution boundary: a name from the settings (default: "default")')
    .option("--pending", "register the agent as pending; you must activate it before it can act")
    .option("--key-from-env <variable>", "environment variable that holds the agent's key")
    .addHelpText("after", help)
    .action((id: string, options: ConnectOptions) => connect(id, options, context()));
};

async function connect(id: string, options: ConnectOptions, context: CommandContext): Promise<void> {
  const { client, output, signal } = context;
  const { name, source, url, tool, anyTool, category, boundary, pending } = options;
  if (anyTool && tool) throw new CliError("Use either --tool or --any-tool, not both.");
  const tools = anyTool ? ["*"] : tool;
  const apiKey = options.keyFromEnv === undefined ? undefined : keyIn(options.keyFromEnv, context.env);
  const agent = await client.control.agents.create(
    {
      id,
      ...(name !== undefined && { name }),
      ...(source !== undefined && { source }),
      ...(url !== undefined && { baseUrl: url }),
      ...(apiKey !== undefined && { apiKey }),
      ...(tools !== undefined && { tools }),
      ...(category !== undefined && { categories: category }),
      ...(boundary !== undefined && { runtime: { boundary } }),
      ...(pending && { status: "pending" as const }),
    },
    { signal },
  );
  showAgent(agent, output);
}

/** Returns the key in an environment variable. @throws {CliError} if the variable is not set or is empty. */
function keyIn(variable: string, env: CommandContext["env"]): string {
  const key = env[variable];
  if (key) return key;
  // A caller can pass the key itself instead of the variable's name by mistake. The message then omits it,
  // because a key must not appear in a log.
  const isName = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(variable);
  throw new CliError(
    isName
      ? `--key-from-env is ${JSON.stringify(variable)}; that environment variable is not set.`
      : "--key-from-env must be the name of an environment variable, such as AGENT_KEY (the given value is not shown).",
  );
}
