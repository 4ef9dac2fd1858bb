// A program of somebody else's: a folder outside of the repository, where the packed packages are installed.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { link, type Packed, root } from "./install-packages.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where a test file requests the packages that are packed and installed once for a run (global-setup.ts). */
    packedBroker: string;
  }
}

/** The packages of the run. Loading a test file waits for them; no test's or hook's time pays for it. */
export const packed = await requestPacked();

async function requestPacked(): Promise<Packed> {
  const response = await fetch(inject("packedBroker"));
  if (!response.ok) throw new Error(`The packages cannot be packed: ${await response.text()}`);
  // The broker of the same run wrote it.
  return (await response.json()) as Packed;
}

/** Where a package is installed. */
export const installedAt = (name: string): string => join(packed.folder, "node_modules", name);

/** How a process ended. */
interface Ended {
  code: number | null;
  output: string;
}

/** An outsider's folder. */
export interface Consumer {
  folder: string;
  /** Writes a file. @returns its path. */
  write: (name: string, text: string) => string;
  /** Runs a program in the folder to its end. */
  run: (command: string, ...args: string[]) => Promise<Ended>;
  node: (...args: string[]) => Promise<Ended>;
  remove: () => void;
}

/**
 * Makes a folder for one file of tests, from which what is installed for the run is found.
 *
 * @param tools what this outsider has installed besides, of the repository's own dependencies.
 */
export function createConsumer(...tools: readonly string[]): Consumer {
  const folder = mkdtempSync(join(packed.folder, "program-"));
  for (const tool of tools) link(folder, tool, join(root, "node_modules", tool));
  const consumer: Consumer = {
    folder,
    write(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    run: (command, ...args) => run(folder, command, args),
    node: (...args) => run(folder, process.execPath, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  consumer.write("package.json", JSON.stringify({ name: "outsider", private: true, type: "module" }));
  return consumer;
}

async function run(cwd: string, command: string, args: readonly string[]): Promise<Ended> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env;
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stderr.on("data", (part: Buffer) => parts.push(part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output: Buffer.concat(parts).toString() };
}
