import { lockFolder } from "./folder-lock.ts";

// Locks the given folder, prints whether it succeeded, and keeps running.

try {
  await lockFolder(process.argv[2] ?? "");
  process.stdout.write("locked\n");
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
setInterval(() => {}, 60_000);
