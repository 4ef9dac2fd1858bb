// Makes a machine that has only Node.js and npm ready, then runs one of the root scripts:
// installs from the lock file with the pinned pnpm when node_modules is missing or older than the lock file.
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const modifiedAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The environment for npm and pnpm: caches go inside node_modules when the home folder cannot be written to. */
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

function run(command, ...args) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: environment(),
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? (signal === "SIGINT" ? 130 : 1));
}

// Ctrl-C reaches the whole process group; the child decides how to end, and this process waits for it.
process.on("SIGINT", () => {});

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Assay needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (modifiedAt("node_modules/.modules.yaml") < modifiedAt("pnpm-lock.yaml")) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  console.error(`Installing dependencies from the lock file with ${packageManager} (once) …`);
  run("npx", "--yes", packageManager, "install", "--frozen-lockfile");
  // pnpm leaves this file as it is when nothing was missing; the next start need not ask again.
  const now = new Date();
  utimesSync(join(root, "node_modules/.modules.yaml"), now, now);
}
const [script, ...args] = process.argv.slice(2);
run("npm", "run", "--silent", script, ...(args.length ? ["--", ...args] : []));
