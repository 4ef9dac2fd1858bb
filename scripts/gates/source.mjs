// Shared code of all gates that read source files: it finds and parses the files, and formats the result.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";

/** Folders that contain this repository's source. */
const sourceRoots = ["contract/src", "sdk/src", "server/src", "examples/src", "scripts", "test"];
const skippedFolders = new Set(["node_modules", "dist", "generated"]);
const isSource = (name) => /\.(ts|tsx|mts|mjs)$/.test(name);

/** Whether a file is a test or exists only for tests. */
export const isTestFile = (path) => /\.(test|test-d|scenarios|fixture)\.(ts|tsx|mjs)$/.test(path);

/** Lists source files below the given folders, as sorted paths relative to `root`. Folders may be missing. */
export function sourceFiles(root, folders = sourceRoots) {
  return folders.flatMap((folder) => filesBelow(root, folder)).sort(byText);
}

const byText = (one, other) => (one < other ? -1 : 1);

function filesBelow(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(root, path);
    return isSource(entry.name) ? [path] : [];
  });
}

const parsed = new Map();

/**
 * Returns a file's text, syntax tree, comments and imports, and `line(offset)`, which counts from 1. Files
 * are cached, so that the gates of one run read the same tree.
 */
export function parse(root, path) {
  const file = join(root, path);
  const cached = parsed.get(file);
  if (cached) return cached;
  const text = readFileSync(file, "utf8");
  const { program, comments, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const line = (offset) => starts.findLastIndex((start) => start <= offset) + 1;
  const result = { text, program, comments, module, line };
  parsed.set(file, result);
  return result;
}

/** Visits a node of a syntax tree and every node below it, parents first. */
export function walk(node, visit) {
  visit(node);
  for (const key of visitorKeys[node.type] ?? [])
    for (const child of [node[key]].flat()) if (child) walk(child, visit);
}

export const patternOf = (parameter) =>
  parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;

/**
 * Returns the names that a parameter declares: its own name, or those of the members that it destructures.
 */
export function boundNames(parameter) {
  const pattern = patternOf(parameter);
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "AssignmentPattern") return boundNames(pattern.left);
  if (pattern.type === "RestElement") return boundNames(pattern.argument);
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap(({ value }) => (value ? boundNames(value) : []));
}

/**
 * Returns every module that a file imports or re-exports (`import`, `export … from`, `import()`), with the
 * line.
 */
export function importsOf(root, path) {
  const { module, text, line } = parse(root, path);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest] : [])),
  );
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    value: text.slice(start + 1, end - 1),
    start,
  }));
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...exported, ...dynamic].map(
    ({ value, start }) => ({ value, line: line(start) }),
  );
}

/** Returns a gate's result. The gate fails if there are faults, or if no file was read. */
export function resultOf(faults, read) {
  if (read === 0) return { ok: false, output: "no source file was read; the gate must read at least one" };
  const unique = [...new Set(faults)];
  return { ok: unique.length === 0, output: unique.join("\n") || `${read} files` };
}
