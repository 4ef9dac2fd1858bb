import { CannotRun } from "../cannot-run.ts";
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
The same command again changes nothing; with something else said of an agent that is there, it is refused.
The agent's key is read from a variable, never from the command line, where others could see it.

Examples:
  $ assay connect triage-bot --url https://triage.example.org --tool chart.read --tool chart.write
  $ AGENT_KEY=… assay connect triage-bot --key-from-env AGENT_KEY`;

/** @throws {CannotRun} for a word that is no source. */
function parseSource(text: string): (typeof sources)[number] {
  const found = sources.find((one) => one === text);
  if (found) return found;
  throw new CannotRun(`--source is ${JSON.stringify(text)}; it must be ${sources.join(", ")}.`);
}

/** `assay connect AGENT`: registers an agent, as `POST /api/agents` does. */
export const addConnectCommand: AddCommand = (program, context) => {
  program
    .command("connect")
    .description("register an agent, so that it can ask before it acts")
    .argument("<agent>", "its id, which you choose")
    .option("--name <name>", "what people call it (the id)")
    .option("--source <source>", "builtin, url, github or fork (url with --url, else builtin)", parseSource)
    .option("--url <url>", "where it is reached")
    .option("-t, --tool <name>", "a tool that it may call; may be repeated (none)", repeated)
    .option("--any-tool", "it may call any tool")
    .option("--category <name>", "what it is filed under; may be repeated", repeated)
    .option("--boundary <name>", "execution boundary: default, or one of the settings' (default)")
    .option("--pending", "let it wait: it may not act until it is activated")
    .option("--key-from-env <variable>", "the environment variable that holds the agent's key")
    .addHelpText("after", help)
    .action((id: string, options: ConnectOptions) => connect(id, options, context()));
};

async function connect(id: string, options: ConnectOptions, context: CommandContext): Promise<void> {
  const { client, output, signal } = context;
  const { name, source, url, tool, anyTool, category, boundary, pending } = options;
  if (anyTool && tool) throw new CannotRun("Say either --tool or --any-tool.");
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

/** @throws {CannotRun} when there is no such variable, or it is empty. */
function keyIn(variable: string, env: CommandContext["env"]): string {
  const key = env[variable];
  if (key) return key;
  // Whoever gave the key itself by mistake does not find it in a log.
  const isName = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(variable);
  throw new CannotRun(
    isName
      ? `--key-from-env names ${JSON.stringify(variable)}, which is not set.`
      : "--key-from-env takes the name of an environment variable that holds the key, as AGENT_KEY; what it was given (not shown) names none.",
  );
}
