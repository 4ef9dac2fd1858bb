// Runs programs for gates asynchronously, so that several gates can run at the same time.
import { spawn } from "node:child_process";
import { join } from "node:path";

/**
 * Runs a program until it exits or `timeoutMs` has passed. @throws {Error} if the program cannot be started.
 */
export function run(root, program, args, timeoutMs = 300_000) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], timeout: timeoutMs });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** Returns the result of a gate that runs an installed package's command. */
export async function command(root, name, ...args) {
  const { status, stdout, stderr } = await run(root, join(root, "node_modules", ".bin", name), args);
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
