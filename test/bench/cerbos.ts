// Runs the real Cerbos server with the baseline's rules and its file audit log, called through AuthZEN.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installPeers } from "./peers.ts";

const peers = fileURLToPath(new URL("peers/", import.meta.url));
const program = join(peers, "node_modules/@cerbos/cerbos-linux-x64/cerbos-linux-x64");

/** A peer's server in a separate process. */
export interface RunningPeer {
  baseUrl: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Installs the program if it is missing. @returns false if it cannot be installed on this machine. */
function install(): boolean {
  if (process.platform !== "linux" || process.arch !== "x64") return false;
  return installPeers("@cerbos/cerbos-linux-x64") === undefined && existsSync(program);
}

const secret =
  "-----BEGIN |assay_(live|test)_\\\\w{20}|\\\\b(AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\\\\b|\\\\bgh[pousr]_\\\\w{36}|\\\\bglpat-[\\\\w-]{20}|\\\\bxox[abeoprs]-[\\\\w-]{10}|\\\\b[sr]k_(live|test)_\\\\w{16}|\\\\bsk-(ant-|proj-|or-)?[\\\\w-]{20}|\\\\bAIza[\\\\w-]{35}|\\\\bnpm_\\\\w{36}|\\\\bhf_\\\\w{30}|\\\\bSG\\\\.[\\\\w-]{16}|\\\\bwhsec_[\\\\w+/=]{24}|\\\\beyJ[\\\\w-]{8,}\\\\.eyJ|(?i:bearer|basic)\\\\s+[\\\\w.~+/-]{16}|://[^\\\\s/:@]*:[^\\\\s/@]+@";
const inner =
  "://(localhost|127\\\\.|10\\\\.|169\\\\.254\\\\.|192\\\\.168\\\\.|172\\\\.(1[6-9]|2[0-9]|3[01])\\\\.|\\\\[)";

/**
 * Active agents may call their declared tools, unless the call contains a secret, names an internal host or
 * has a high risk.
 */
const rules = `apiVersion: api.cerbos.dev/v1
resourcePolicy:
  version: default
  resource: tool
  rules:
    - actions: ["tools/call"]
      effect: EFFECT_ALLOW
      roles: [agent]
      condition: {match: {expr: R.id in P.attr.tools}}
    - actions: ["tools/call"]
      effect: EFFECT_DENY
      roles: [agent]
      condition: {match: {expr: P.attr.status != "active"}}
    - actions: ["tools/call"]
      effect: EFFECT_DENY
      roles: [agent]
      condition: {match: {expr: 'R.attr.args.exists(key, R.attr.args[key].matches("${inner}"))'}}
    - actions: ["tools/call"]
      effect: EFFECT_DENY
      roles: [agent]
      condition: {match: {expr: 'R.attr.args.exists(key, R.attr.args[key].matches("${secret}"))'}}
    - actions: ["tools/call"]
      effect: EFFECT_DENY
      roles: [agent]
      condition: {match: {expr: '"risk" in R.attr && R.attr.risk == "high"'}}
`;

/** Starts the server; returns null if it cannot be installed on this machine. */
export async function startCerbos(): Promise<RunningPeer | null> {
  if (!install()) return null;
  const folder = mkdtempSync(join(tmpdir(), "assay-cerbos-"));
  mkdirSync(join(folder, "policies"));
  writeFileSync(join(folder, "policies", "tool.yaml"), rules);
  const [http, grpc] = [await freePort(), await freePort()];
  const config = {
    server: { httpListenAddr: `127.0.0.1:${http}`, grpcListenAddr: `127.0.0.1:${grpc}` },
    storage: { driver: "disk", disk: { directory: join(folder, "policies") } },
    // The audit settings are those in the Cerbos manual; all other settings keep their defaults.
    audit: { enabled: true, backend: "file", file: { path: join(folder, "audit.log") } },
    telemetry: { disabled: true },
  };
  // JSON is also valid YAML.
  writeFileSync(join(folder, "cerbos.yaml"), JSON.stringify(config));
  const args = ["server", "--log-level=error", `--config=${join(folder, "cerbos.yaml")}`];
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const baseUrl = `http://127.0.0.1:${http}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const up = await fetch(`${baseUrl}/_cerbos/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return { baseUrl, pid: child.pid ?? 0, stop };
    await wait(100);
  }
  await stop();
  throw new Error("Cerbos did not start.");
}

/**
 * Returns a port that was free a moment ago, because Cerbos does not report a port that it selects itself.
 */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
