// Runs all checks of the code except the tests. Arguments select gates; `--help` lists them. The output ends
// with one plain line: `N passed, N failed`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, resourceFolder, resourceModules } from "./bundle-size.mjs";
import { audit, installScripts, licenses } from "./dependencies.mjs";
import { barrelImports } from "./gates/barrel.mjs";
import { command, run } from "./gates/command.mjs";
import { commitTitles } from "./gates/wording/commit-titles.mjs";
import { deployment } from "./gates/delivery/deployment.mjs";
import { digests } from "./gates/delivery/digests.mjs";
import { docComments } from "./gates/doc-comments.mjs";
import { fence } from "./gates/fence.mjs";
import { folders } from "./gates/folders.mjs";
import { inventory } from "./gates/inventory.mjs";
import { names } from "./gates/names.mjs";
import { pages } from "./gates/pages/pages.mjs";
import { parameters } from "./gates/parameters.mjs";
import { sizes } from "./gates/sizes.mjs";
import { twins } from "./gates/twins.mjs";
import { words } from "./gates/wording/words.mjs";
import { checkBills } from "./sbom.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
/** Whether a gate that cannot reach the registry fails. */
const isOnline = process.argv.includes("--online");

/**
 * Minimum number of modules that the check of import arrows must find. If it finds fewer, a package is
 * missing.
 */
const minModules = 1000;
const maxOutputLines = 200;
/** Number of gates that run at the same time. */
const concurrency = 2;

/**
 * The gates by name, each with its description and implementation. The first gate writes files that other
 * gates read, so it runs alone. The others start in order of duration, longest first.
 */
const gates = {
  generated: { description: "generated files match the contract", run: generated },
  types: {
    description: "the compiler accepts every package",
    run: () => command(root, "tsc", "-p", "tsconfig.json"),
  },
  package: {
    description: "the packed packages resolve for their consumers, and their bills of materials are complete",
    run: packages,
  },
  lint: {
    description: "no lint finding",
    run: () => command(root, "oxlint", "--type-aware", "--deny-warnings"),
  },
  unused: { description: "no unused file, export or dependency", run: () => command(root, "knip") },
  arrows: { description: "imports follow the directions between packages and wings", run: arrows },
  folders: { description: "noun folders do not import each other in a cycle", run: () => folders(root) },
  contract: { description: "the OpenAPI documents are well-formed", run: contract },
  audit: {
    description: "no known vulnerability in a delivered dependency",
    run: () => audit(root, isOnline),
  },
  sizes: { description: "folders, files and functions keep their size limits", run: () => sizes(root) },
  names: {
    description: "a file name occurs once per package and states the content",
    run: () => names(root),
  },
  parameters: { description: "dependencies are required parameters", run: () => parameters(root) },
  barrel: { description: "no import of the contract's publishing entry", run: () => barrelImports(root) },
  fence: { description: "@ts-rest is imported by four files only", run: () => fence(root) },
  twins: { description: "no rule exists in both the mock and the server", run: () => twins(root) },
  docs: {
    description: "tags in doc comments name existing parameters and types",
    run: () => docComments(root),
  },
  pages: { description: "documentation pages keep their form, and no link is dead", run: () => pages(root) },
  inventory: { description: "no folder loses tests without a reason", run: () => inventory(root) },
  words: { description: "texts and names use the standard terms", run: () => words(root) },
  commits: { description: "titles of new commits are imperative", run: () => commitTitles(root) },
  format: { description: "all files are formatted", run: () => command(root, "oxfmt", "--check") },
  lockfile: { description: "the lock file contains no URL", run: lockfile },
  deployment: {
    description: "workflows, images and manifests are pinned and have no unneeded rights",
    run: () => deployment(root),
  },
  digests: { description: "no migration was edited after it was added", run: () => digests(root) },
  licenses: { description: "every delivered dependency has an accepted license", run: () => licenses(root) },
  scripts: {
    description: "no dependency runs a script when it is installed",
    run: () => installScripts(root),
  },
  bundle: { description: "the SDK keeps its size budgets", run: () => bundle(root) },
};

/** If one of these gates passes, the last line of its output is printed. */
const withSummary = new Set(["audit", "licenses", "scripts", "bundle", "words", "commits"]);

async function generated() {
  const files = [
    "contract/openapi/evaluation.json",
    "contract/openapi/control-plane.json",
    "sdk/src/generated/types.ts",
    "sdk/src/generated/webhook-events.ts",
    "sdk/src/generated/operations.ts",
    "sdk/src/generated/resources.ts",
    ...resourceModules(root).map((path) => `${resourceFolder}/${path}`),
  ];
  const read = () => files.map((path) => readFileSync(join(root, path), "utf8"));
  const before = read();
  const { ok, output } = await command(
    root,
    "tsx",
    "--conditions=source",
    "contract/src/generate/generate.ts",
  );
  const after = read();
  const stale = files.filter((_, index) => before[index] !== after[index]);
  return ok && stale.length === 0
    ? { ok, output: `${files.length} files up to date` }
    : {
        ok: false,
        output: `${output}${stale.map((path) => `${path} was out of date and has been regenerated.\n`).join("")}`,
      };
}

async function arrows() {
  const checked = ["contract/src", "sdk/src", "server/src", "examples/src", "test"];
  const { ok, output } = await command(root, "depcruise", "--config", ".dependency-cruiser.mjs", ...checked);
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  return modules >= minModules
    ? { ok, output }
    : { ok: false, output: `${output}\n${modules} modules were read; accepted: at least ${minModules}` };
}

async function contract() {
  const documents = ["contract/openapi/evaluation.json", "contract/openapi/control-plane.json"];
  const { ok, output } = await command(root, "redocly", "lint", ...documents);
  return { ok: ok && !/You have \d+ (warning|error)/.test(output), output };
}

function lockfile() {
  const faults = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
    .split("\n")
    .flatMap((line, index) =>
      /https?:\/\/|tarball:/.test(line) ? [`pnpm-lock.yaml:${index + 1}: URL: ${line.trim()}`] : [],
    );
  return { ok: faults.length === 0, output: faults.join("\n") || "no URL" };
}

async function packages() {
  const packed = await run(root, process.execPath, [join(root, "scripts/pack.mjs")]);
  if (packed.status !== 0) return { ok: false, output: `${packed.stdout}${packed.stderr}` };
  const results = [];
  for (const tarball of packed.stdout.trim().split("\n")) {
    // The SDK contains CommonJS modules. The other packages contain only ES modules, which CommonJS can load
    // since Node.js 20.19.
    const profile = tarball.includes("-sdk-") ? "node16" : "esm-only";
    const types = ["--profile", profile, "--exclude-entrypoints", "openapi/*.json"];
    results.push(await command(root, "publint", "--strict", tarball));
    results.push(await command(root, "attw", tarball, ...types));
  }
  results.push(await checkBills(root));
  return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join("\n") };
}

/** Runs a gate. A gate that throws an error fails, and the others still run. */
async function resultOf(gate) {
  try {
    return await gate();
  } catch (error) {
    return { ok: false, output: error.stack };
  }
}

/** Runs a gate and prints its result. @returns whether it passed. */
async function check(name) {
  const started = performance.now();
  const { ok, output } = await resultOf(gates[name].run);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = output.trim().split("\n");
  const summary = ok && withSummary.has(name) ? `: ${lines.at(-1)}` : "";
  console.log(`${ok ? "ok  " : "FAIL"} ${name} (${seconds} s)${summary}`);
  if (!ok) console.log(lines.slice(0, maxOutputLines).join("\n"));
  return ok;
}

/** Runs gates, at most `concurrency` at a time. @returns the number of gates that passed. */
async function checkAll(selected) {
  const results = [];
  if (selected.includes("generated")) results.push(await check("generated"));
  const waiting = selected.filter((name) => name !== "generated").values();
  const lane = async () => {
    for (const name of waiting) results.push(await check(name));
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return results.filter(Boolean).length;
}

const args = process.argv.slice(2).filter((arg) => arg !== "--online");
const unknown = args.filter((name) => name !== "--help" && !Object.hasOwn(gates, name));
if (args.includes("--help") || unknown.length > 0) {
  const list = Object.entries(gates).map(([name, { description }]) => `  ${name.padEnd(12)}${description}`);
  const faults = unknown.map((name) => `error: unknown gate "${name}"\n`);
  console.log(
    `${faults.join("")}Usage: npm run check [-- [--online] <gate> …]\n\nWith --online, the audit fails if the registry is unreachable.\n\nGates:\n${list.join("\n")}`,
  );
  process.exit(unknown.length === 0 ? 0 : 2);
}
const selected = Object.keys(gates).filter((name) => args.length === 0 || args.includes(name));
const passed = await checkAll(selected);
const failed = selected.length - passed;
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, "check-result.json"), JSON.stringify({ passed, failed }));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
