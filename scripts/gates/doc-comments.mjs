// Checks the tags in doc comments: each `@param` names a parameter, each `@link` a name in scope, and each
// `@throws` a type in braces.
import { boundNames, parse, resultOf, sourceFiles, walk } from "./source.mjs";

/** Fails for a tag whose name does not exist, and for a thrown type without braces. */
export function docComments(root) {
  const files = sourceFiles(root);
  const faults = files.flatMap((path) => faultsIn(root, path));
  return resultOf(faults, files.length);
}

const isTagged = ({ type, value }) => type === "Block" && /^\*[^]*@(param|link|throws)\b/.test(value);

function faultsIn(root, path) {
  const { text, program, comments, line } = parse(root, path);
  const docs = comments.filter(isTagged);
  if (docs.length === 0) return [];
  const nodes = new Map();
  const names = new Set();
  walk(program, (node) => {
    if (!nodes.has(node.start)) nodes.set(node.start, node);
    if (node.type === "Identifier") names.add(node.name);
  });
  const isInScope = (name) => names.has(name) || name in globalThis;
  return docs.flatMap(({ start, end, value }) => {
    const documented = nodes.get(end + text.slice(end).search(/\S|$/));
    return tagFaults(value, parameterNames(documented), isInScope).map(
      ({ index, problem }) => `${path}:${line(start + 2 + index)}: ${problem}`,
    );
  });
}

function tagFaults(comment, parameters, isInScope) {
  const isParameter = (name) => name.split(".").some((part) => parameters.includes(part));
  const faults = (pattern, problemOf) =>
    [...comment.matchAll(pattern)].flatMap(({ 1: name, index }) => {
      const problem = problemOf(name);
      return problem ? [{ index, problem }] : [];
    });
  return [
    ...faults(/@param\s+([\w.$]+)/g, (name) =>
      isParameter(name)
        ? ""
        : `@param ${name} names no parameter; accepted: ${parameters.join(", ") || "none"}`,
    ),
    ...faults(/\{@link\s+([\w$]+)/g, (name) =>
      isInScope(name) ? "" : `{@link ${name}} is not in scope; accepted: a declared or imported name`,
    ),
    ...faults(
      /@throws(?! \{\w+( \| \w+)*\})/g,
      () => "@throws without a type in braces; accepted: @throws {ApiError}",
    ),
  ];
}

/** Returns the names of the parameters of the first function in a node. */
function parameterNames(node) {
  const functions = [];
  if (node) walk(node, (one) => Array.isArray(one.params) && functions.push(one));
  return functions[0]?.params.flatMap(boundNames) ?? [];
}
