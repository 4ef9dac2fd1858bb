import { lockFolder } from "./folder-lock.ts";

// Takes the lock of the folder given, says how that went, and stays.

try {
  await lockFolder(process.argv[2] ?? "");
  process.stdout.write("locked\n");
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
setInterval(() => {}, 60_000);
