import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { commands } from "../../../sdk/src/cli/commands.ts";
import { runCli } from "../../../sdk/src/cli/program.ts";
import { program as assayServer } from "../../../server/src/operations/cli/program.ts";

type Command = ReturnType<typeof assayServer>;

const maxHelpLength = 80;
/** Imperative verbs with which a description can start. */
const verbs = [
  "accept activate allow apply approve assign back check claim compare create declare delete detach display evaluate export filter handle import include list",
  "manage print quarantine read re-encrypt receive register reject restore review revoke roll rotate run serve show sign simulate",
  "start store submit suspend test validate verify wait watch withdraw",
];
/** First words of noun phrases that a description can consist of. */
const nouns = [
  "agent api approval argument arguments category cedar column confidence context dataset dimension earlier environment equivalence evaluation",
  "evaluator event execution expected file files flag format gate grade id json key local maximum name named new notes",
  "number outcome path period policy port position project reason rubric sample saved score scopes secret server session source",
  "task time tool unique url workspace",
];
const firstWords = new Set([...verbs, ...nouns].flatMap((words) => words.split(" ")));

const firstWordOf = (text: string): string => /^[\w-]*/.exec(text)?.[0].toLowerCase() ?? "";

/**
 * Returns the program `assay`. Each function in `commands` receives the program as an argument, so an added
 * function can save it.
 */
async function assay(): Promise<Command> {
  let found: Command | undefined;
  const io = {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    signal: AbortSignal.timeout(1000),
    readerGone: new AbortController().signal,
  };
  await runCli(["--help"], io, [...commands, (program) => (found = program)]);
  if (!found) throw new Error("The program was not passed to its commands.");
  return found;
}

/** Returns the descriptions of a command, its options, arguments and subcommands, with the command's path. */
function descriptionsOf(command: Command, before = ""): { path: string; text: string }[] {
  const path = `${before}${command.name()}`;
  const help = command.createHelp();
  const own = [
    command.description(),
    ...help.visibleOptions(command).map(({ description }) => description),
    // Includes the command `help`, which is not part of `commands`.
    ...help.visibleCommands(command).map((subcommand) => subcommand.description()),
    ...command.registeredArguments.map(({ description }) => description),
  ].map((text) => ({ path, text }));
  return [...own, ...command.commands.flatMap((subcommand) => descriptionsOf(subcommand, `${path} `))];
}

test.each([
  ["assay", assay, 100],
  ["assay-server", () => Promise.resolve(assayServer()), 60],
] as const)(
  "every help line of %s is an imperative or a noun phrase, and short",
  async (_, programOf, minimum) => {
    const descriptions = descriptionsOf(await programOf());
    expect(descriptions.length).toBeGreaterThan(minimum);
    const faults = descriptions.filter(
      ({ text }) => text.length > maxHelpLength || !firstWords.has(firstWordOf(text)),
    );
    expect(faults).toEqual([]);
  },
);

test("the lists have no word that starts a clause", () => {
  expect(
    ["it", "there", "what", "who", "how", "where", "the"].filter((word) => firstWords.has(word)),
  ).toEqual([]);
});
