// Limits the size of folders, files and functions, so that each can be read as a whole.
import { Visitor } from "oxc-parser";
import { isTestFile, parse, resultOf, sourceFiles } from "./source.mjs";

const maxFolderFiles = 12;
const maxFileLines = 250;
/** Test files may be longer, because readers look up single cases instead of reading from top to bottom. */
const maxTestFileLines = 500;
/** Limit for scenarios and for code that tests share, which are read as a whole. */
const maxScenarioFileLines = 300;
const maxFunctionLines = 40;

/** Folders that may contain more files, with their limits. */
const largeFolders = new Map([
  ["contract/src/domain/statistics", 19], // one file per distribution or test statistic
  ["contract/src/domain/agreement", 13], // one file per agreement coefficient
  ["server/src/platform/db/migrations", Infinity], // one file per schema version; they are never moved
]);

const isTest = (path) => path.startsWith("test/") || isTestFile(path);
const folderOf = (path) => path.slice(0, path.lastIndexOf("/"));

/**
 * Fails for folders with too many files, long files and long functions. Tests and fixtures are not counted in
 * folders, and their functions have no limit, because a `describe` block contains every case for its subject.
 */
export function sizes(root) {
  const files = sourceFiles(root);
  const faults = [
    ...largeFolderFaults(files),
    ...files.flatMap((path) => fileFaults(root, path)),
    ...files.filter((path) => !isTest(path)).flatMap((path) => functionFaults(root, path)),
  ];
  return resultOf(faults, files.length);
}

function largeFolderFaults(files) {
  const counts = new Map();
  for (const path of files.filter((one) => !isTest(one)))
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => {
    const limit = largeFolders.get(folder) ?? maxFolderFiles;
    return count > limit ? [`${folder}:1: ${count} source files; accepted: at most ${limit}`] : [];
  });
}

function limitOf(path) {
  if (!isTest(path)) return maxFileLines;
  return path.endsWith(".test.ts") ? maxTestFileLines : maxScenarioFileLines;
}

function fileFaults(root, path) {
  const limit = limitOf(path);
  const { text } = parse(root, path);
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  return lines > limit ? [`${path}:${limit + 1}: ${lines} lines; accepted: at most ${limit}`] : [];
}

function functionFaults(root, path) {
  const { program, line } = parse(root, path);
  const faults = [];
  const check = (node) => {
    const lines = functionLines(node, line);
    if (lines > maxFunctionLines)
      faults.push(
        `${path}:${line(node.start)}: function of ${lines} lines; accepted: at most ${maxFunctionLines}`,
      );
  };
  new Visitor({
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  }).visit(program);
  return faults;
}

/**
 * Counts the lines from the first to the last statement in a function's body. A function that is returned is
 * counted separately, even if it is a member of a returned object (for example a handler in a table).
 */
function functionLines({ body }, line) {
  const span = (first, last) => line(last.end - 1) - line(first.start) + 1;
  const without = (returned, lines) => returned.reduce((rest, one) => rest - span(one, one), lines);
  if (body === null) return 0;
  if (body.type !== "BlockStatement") return without(returnedFunctions(body), span(body, body));
  const last = body.body.at(-1);
  if (last === undefined) return 0;
  const returned = last.type === "ReturnStatement" ? returnedFunctions(last.argument) : [];
  return without(returned, span(body.body[0], last));
}

const wrappers = new Set(["TSSatisfiesExpression", "TSAsExpression", "ParenthesizedExpression"]);

function returnedFunctions(value) {
  if (wrappers.has(value?.type)) return returnedFunctions(value.expression);
  if (value?.type === "FunctionExpression" || value?.type === "ArrowFunctionExpression") return [value];
  if (value?.type !== "ObjectExpression") return [];
  return value.properties.flatMap((property) => returnedFunctions(property.value));
}
