// Builds the SDK with its command, the server, and the examples' main job. With --if-stale, builds only if a
// source is newer.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const stamp = join(root, "node_modules", ".cache", "assay-build");
const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const packages = ["sdk", "server", "examples"];

function newest(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (latest, entry) => Math.max(latest, modifiedAt(join(entry.parentPath ?? entry.path, entry.name))),
      0,
    );
}

const sources = ["contract/src", "contract/openapi", "sdk/src", "server/src", "examples/src"].map((folder) =>
  newest(join(root, folder)),
);
const fresh =
  modifiedAt(stamp) > Math.max(...sources, modifiedAt(join(root, "pnpm-lock.yaml"))) &&
  packages.every((name) => modifiedAt(join(root, name, "dist")) > 0);
if (process.argv.includes("--if-stale") && fresh) process.exit(0);

// Write to standard error, because standard output can be another program's input.
console.error("Building …");
// Remove the packed contract; otherwise, the SDK's types would be built from the packed contract instead of
// from its source.
rmSync(join(root, "contract", "dist"), { recursive: true, force: true });
const tsdown = join(root, "node_modules", "tsdown", "dist", "run.mjs");
for (const name of packages) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tsdown, "-c", join(root, name, "tsdown.config.mjs"), "--log-level", "error"],
    { cwd: root, encoding: "utf8" },
  );
  if (status === 0) continue;
  console.error(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}
// The page at /docs loads this file from the server.
const scalar = createRequire(join(root, "server", "package.json")).resolve("@scalar/fastify-api-reference");
copyFileSync(join(dirname(scalar), "js", "standalone.js"), join(root, "server", "dist", "api-reference.js"));
// The server serves these documents at /openapi.
for (const name of ["evaluation", "control-plane"])
  copyFileSync(
    join(root, "contract", "openapi", `${name}.json`),
    join(root, "server", "dist", `openapi-${name}.json`),
  );
mkdirSync(join(root, "node_modules", ".cache"), { recursive: true });
writeFileSync(stamp, "");
