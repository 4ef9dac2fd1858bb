// The gate `digests` compares the statements of each migration with `migrations/digests.json`, so that no step is
// edited after it was added. `node scripts/gates/delivery/digests.mjs` adds the digests of new steps.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "../command.mjs";

const folder = "server/src/platform/db/migrations";
const file = `${folder}/digests.json`;

/** Returns the differences between the recorded and the present digests by step. */
export function digestFaults(recorded, present) {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(present)])];
  return names.flatMap((name) => {
    if (recorded[name] === present[name]) return [];
    if (!(name in present)) return [`${file}: the step ${name} was removed; accepted: all recorded steps`];
    return name in recorded
      ? [`${file}: the step ${name} was edited; accepted: its recorded statements, and changes in a new step`]
      : [`${file}: the step ${name} has no digest; add it with node scripts/gates/delivery/digests.mjs`];
  });
}

const readRecorded = (root) => JSON.parse(readFileSync(join(root, file), "utf8"));

async function readPresent(root) {
  const { ok, output } = await command(root, "tsx", "--conditions=source", `${folder}/print-digests.ts`);
  if (!ok) throw new Error(output);
  return JSON.parse(output);
}

/** Fails for a step that was edited or removed, or whose digest is not recorded. */
export async function digests(root) {
  const present = await readPresent(root);
  const faults = digestFaults(readRecorded(root), present);
  const steps = `${Object.keys(present).length} steps`;
  return { ok: faults.length === 0, output: faults.join("\n") || steps };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const merged = { ...(await readPresent(root)), ...readRecorded(root) };
  writeFileSync(join(root, file), `${JSON.stringify(merged, null, 2)}\n`);
}
