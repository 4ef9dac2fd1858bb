// Prepares a host that has only Node.js and npm, then runs one of the root scripts. If node_modules is
// missing or older than the lock file, installs from the lock file with the pinned pnpm.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const modifiedAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Returns the environment for npm and pnpm. Caches go inside node_modules if the home folder is not writable.
 */
function environment() {
  try {
    accessSync(homedir(), constants.W_OK);
    return process.env;
  } catch {
    const cache = join(root, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    return {
      ...process.env,
      npm_config_cache: join(cache, "npm"),
      npm_config_store_dir: join(cache, "pnpm-store"),
      pnpm_config_store_dir: join(cache, "pnpm-store"),
      XDG_DATA_HOME: join(cache, "data"),
      XDG_CACHE_HOME: join(cache, "cache"),
      XDG_STATE_HOME: join(cache, "state"),
    };
  }
}

/**
 * The process id of npm's shell. If a signal kills the shell, the shell does not forward the signal, but the
 * parent of this process changes.
 */
const startedBy = process.ppid;

/**
 * Runs a program until it exits, and exits if it fails. A signal to this process or to npm stops the program.
 */
async function run(command, ...args) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: "inherit",
    env: environment(),
    shell: process.platform === "win32",
  });
  const stop = () => child.kill("SIGTERM");
  process.on("SIGTERM", stop);
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(watch); // Signal only once, because a server exits immediately on a second signal.
    stop();
  }, 500);
  const [status, signal] = await once(child, "exit");
  process.off("SIGTERM", stop);
  clearInterval(watch);
  if (status !== 0) process.exit(status ?? (signal === "SIGINT" ? 130 : 1));
}

// Ctrl-C reaches the whole process group. The child determines how to stop, and this process waits.
process.on("SIGINT", () => {});

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Assay requires Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (modifiedAt("node_modules/.modules.yaml") < modifiedAt("pnpm-lock.yaml")) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  console.error(`Installing dependencies from the lock file with ${packageManager} (once) …`);
  await run("npx", "--yes", packageManager, "install", "--frozen-lockfile");
  // Update the time of `.modules.yaml`. If no package was missing, pnpm does not write this file, so the next
  // start would install again.
  const now = new Date();
  utimesSync(join(root, "node_modules/.modules.yaml"), now, now);
}
const [script, ...args] = process.argv.slice(2);
// Do not use `npm run`: if a script consists of two commands, `npm run` starts it in a shell that does not
// forward signals, so a server would keep running.
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const steps = scripts[script].split(" && ").map((step) => step.split(" "));
const last = steps.pop();
for (const [program, ...words] of steps) await run(program, ...words);
await run(...last, ...args);
