// Checks dependencies for known vulnerabilities, licenses and install scripts.
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import satisfies from "spdx-satisfies";
import { run } from "./gates/command.mjs";

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Licenses that are accepted for delivered packages. */
const accepted = [
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
  "PostgreSQL",
  "Python-2.0",
];

/**
 * Looks up known vulnerabilities of delivered packages in the registry. If the registry is unreachable, the
 * gate reports it but does not fail, because the check must work offline. If `isOnline`, the gate fails.
 */
export async function audit(root, isOnline) {
  const { packageManager } = readJson(join(root, "package.json"));
  const args = ["--yes", packageManager, "audit", "--prod", "--json"];
  const { stdout, stderr } = await run(root, "npx", args, 120_000);
  const found = advisoriesIn(stdout);
  if (!found) {
    const reason = `${stderr}${stdout}`
      .replaceAll(/[\s│×]+/g, " ")
      .trim()
      .slice(0, 160);
    return { ok: !isOnline, output: `NOT AUDITED: the registry is unreachable (${reason || "no response"})` };
  }
  const lines = found.map(
    ({ severity, module_name: name, title, url }) => `${severity}: ${name}: ${title} (${url})`,
  );
  return {
    ok: lines.length === 0,
    output: lines.length === 0 ? "no known vulnerabilities" : lines.join("\n"),
  };
}

function advisoriesIn(text) {
  try {
    const { advisories } = JSON.parse(text);
    return advisories && Object.values(advisories);
  } catch {
    return undefined;
  }
}

/** The folders of the packages that are published. */
export const delivered = ["contract", "sdk", "server"];

/** Returns the license of each package that the published packages `names` require, by name and version. */
export function deliveredPackages(root, names = delivered) {
  const found = new Map();
  const visit = (folder) => {
    const manifest = readJson(join(folder, "package.json"));
    const wanted = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const name of Object.keys(wanted).filter((one) => !one.startsWith("@assay/"))) {
      const at = resolvedFrom(folder, name);
      // Packages for other platforms are not installed.
      if (at === undefined) continue;
      const { version, license } = readJson(join(at, "package.json"));
      const key = `${name}@${version}`;
      if (found.has(key)) continue;
      found.set(key, typeof license === "string" ? license : (license?.type ?? "none given"));
      visit(at);
    }
  };
  for (const name of names) visit(join(root, name));
  return found;
}

/** Finds a package's dependency in the nearest `node_modules` above the package. */
function resolvedFrom(folder, name) {
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (at === dirname(at)) return undefined;
  }
}

const listed = "docs/project/licenses.md";

/** Whether a license expression (SPDX) is satisfied by accepted licenses; false for invalid text. */
export function isAccepted(expression) {
  try {
    return satisfies(expression, accepted);
  } catch {
    return false;
  }
}

/** Lists the licenses of delivered packages in `docs/project/licenses.md`, and rejects unaccepted ones. */
export function licenses(root) {
  const packages = [...deliveredPackages(root)].sort(([a], [b]) => (a < b ? -1 : 1));
  const strange = packages.filter(([, license]) => !isAccepted(license));
  const text = [
    "---",
    "title: Licenses",
    "description: Licenses of all packages that the three packages need at run time.",
    "audience: [operator, auditor]",
    "kind: project",
    "---",
    "",
    "# Licenses",
    "",
    "<!-- generated -->",
    "",
    "The three packages need these packages at run time. `npm run check` writes this page and rejects any license that",
    "`scripts/dependencies.mjs` does not accept.",
    "",
    ...packages.map(([name, license]) => `- ${name}: ${license}`),
    "",
    "## Pinned release candidate",
    "",
    "`@ts-rest/core` and `@ts-rest/express` are delivered as 3.53.0-rc.1, a release candidate: releases before 3.53 do not",
    "support Express 5 and zod 4. The exact version is pinned. It will be replaced by the release of 3.53.",
    "",
  ].join("\n");
  const path = join(root, listed);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (before !== text) writeFileSync(path, text);
  if (strange.length > 0)
    return { ok: false, output: strange.map(([name, license]) => `${name}: ${license}`).join("\n") };
  return before === text
    ? { ok: true, output: `${packages.length} packages` }
    : { ok: false, output: `${listed} was out of date and has been regenerated.` };
}

/**
 * Fails for install scripts of packages that `allowBuilds` in `pnpm-workspace.yaml` does not list with
 * `false`.
 */
export function installScripts(root) {
  const workspace = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const [, block = ""] = /\nallowBuilds:\n((?: {2}.*\n)+)/.exec(workspace) ?? [];
  const listedPackages = new Map(
    [...block.matchAll(/^ {2}"?([^":]+)"?: (\w+)$/gm)].map(([, name, allowed]) => [name, allowed]),
  );
  const store = join(root, "node_modules", ".pnpm");
  const wanting = new Set();
  let read = 0;
  for (const entry of readdirSync(store)) {
    const folder = join(store, entry, "node_modules");
    const name = entry.replaceAll("+", "/").replace(/^(@[^@]+|[^@]+)@.*$/, "$1");
    const path = join(folder, name, "package.json");
    if (!existsSync(path)) continue;
    read += 1;
    const { scripts = {} } = readJson(path);
    if (["preinstall", "install", "postinstall"].some((script) => script in scripts)) wanting.add(name);
  }
  const faults = [
    ...[...listedPackages]
      .filter(([, allowed]) => allowed !== "false")
      .map(([name]) => `${name} is allowed to run a script`),
    ...[...wanting]
      .filter((name) => !listedPackages.has(name))
      .map((name) => `${name} has an install script; list it as false`),
    ...(read < 100 ? [`only ${read} packages were read`] : []),
  ];
  return {
    ok: faults.length === 0,
    output: faults.join("\n") || `${read} packages without an install script`,
  };
}
