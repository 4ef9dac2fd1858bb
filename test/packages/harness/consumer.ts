// An integrator's program: a folder outside the repository in which the packed packages are installed.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { link, type Packed, root } from "./install-packages.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL that provides the packages, which are packed and installed once per run (global-setup.ts). */
    packedBroker: string;
  }
}

/**
 * The run's packages. A test file awaits them while it loads, outside the time limits for tests and hooks.
 */
export const packed = await requestPacked();

async function requestPacked(): Promise<Packed> {
  const response = await fetch(inject("packedBroker"));
  if (!response.ok) throw new Error(`The packages cannot be packed: ${await response.text()}`);
  // This cast is safe: the broker that wrote the response belongs to the same run.
  return (await response.json()) as Packed;
}

/** Returns the folder of an installed package. */
export const installedAt = (name: string): string => join(packed.folder, "node_modules", name);

/** The result of a process. */
interface Ended {
  code: number | null;
  output: string;
}

/** An integrator's folder. */
export interface Consumer {
  folder: string;
  /** Writes a file. @returns its path. */
  write: (name: string, text: string) => string;
  /** Runs a program in the folder until it exits. */
  run: (command: string, ...args: string[]) => Promise<Ended>;
  node: (...args: string[]) => Promise<Ended>;
  remove: () => void;
}

/**
 * Creates a folder for one test file in which the run's installed packages can be imported.
 *
 * @param tools further packages to install, from the repository's own dependencies.
 */
export function createConsumer(...tools: readonly string[]): Consumer {
  const folder = mkdtempSync(join(packed.folder, "program-"));
  for (const tool of tools) link(folder, tool, join(root, "node_modules", tool));
  return consumerIn(folder);
}

/** Uses an existing folder as an integrator's folder. */
export function consumerIn(folder: string): Consumer {
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
