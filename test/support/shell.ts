// Runs a page's shell lines as a reader would, with our commands as built by `built-programs-setup.ts`.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const node = `exec "${process.execPath}"`;

/** Returns a page's blocks that are marked `sh`, in order. */
export const shellBlocks = (page: string): string[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);

/**
 * Creates a folder of programs: `assay`, `assay-server`, and an `npm` that only knows the scripts that run
 * these two.
 */
function makeCommands(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const scripts = {
    assay: `${node} "${join(root, "sdk/dist/cli.mjs")}" "$@"`,
    "assay-server": `${node} "${join(root, "server/dist/main.mjs")}" "$@"`,
    example: `name=$1; shift; ${node} "${root}examples/dist/$name.mjs" "$@"`,
    npm: [
      'case "$*" in',
      '  "run --silent assay -- "*) shift 4; exec assay "$@";;',
      '  "run serve -- "*) shift 3; exec assay-server "$@";;',
      '  *) echo "npm $*: no script that a page may use" >&2; exit 99;;',
      "esac",
    ].join("\n"),
  };
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** A script's exit code and output. */
export interface Ran {
  code: number | null;
  output: string;
}

/**
 * Runs a script in bash in a given folder; its background processes end together with it.
 *
 * @param environment all variables that the script sees, except the PATH, which lists our commands first.
 */
export function runInShell(
  script: string,
  { cwd, environment }: { cwd: string; environment: Readonly<Record<string, string>> },
): Promise<Ran> {
  const bin = makeCommands(join(cwd, "bin"));
  const env = { PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, HOME: cwd, ...environment };
  const whole = `set -uo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n${script}`;
  const child = spawn("bash", ["-c", whole], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (output += piece.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}
