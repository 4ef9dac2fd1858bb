// Runs the fuzz and robustness tests at full size (some hours). `ASSAY_TEST_SEED=7 npm run torture -- fuzz`
// changes the inputs.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const given = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [join(root, "scripts", "test.mjs"), "--full", ...(given.length > 0 ? given : ["fuzz", "robustness"])],
  { cwd: root, stdio: "inherit", env: { ...process.env, ASSAY_TEST_SIZE: "full" } },
);
process.exit(status ?? 1);
