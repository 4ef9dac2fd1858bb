// Checks that dependencies are required: a parameter that is a function or an object with behavior must have
// no default and must not be optional. A missing dependency is then a type error instead of a silent
// fallback.
import { Visitor } from "oxc-parser";
import { boundNames, isTestFile, parse, patternOf, resultOf, sourceFiles } from "./source.mjs";

const isSubject = (path) =>
  !isTestFile(path) && (!path.startsWith("contract/") || path.endsWith("-rules.ts"));
const functionNodes = [
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "TSDeclareFunction",
  "TSMethodSignature",
  "TSFunctionType",
];
const primitiveTypes = /^TS(String|Number|Boolean|BigInt|Null|Undefined|Literal)(Keyword|Type)$/;

/** Fails for parameters whose default has behavior, and for optional functions and `…Deps`. */
export function parameters(root) {
  const files = sourceFiles(root, ["server/src", "sdk/src/msw", "contract/src"]).filter(isSubject);
  return resultOf(
    files.flatMap((path) => faultsIn(root, path)),
    files.length,
  );
}

function faultsIn(root, path) {
  const { program, text, line } = parse(root, path);
  const constants = constantsOf(program);
  const faults = [];
  const report = (node, problem, accepted) =>
    faults.push(
      `${path}:${line(node.start)}: ${problem} "${text.slice(node.start, node.end)}"; accepted: ${accepted}`,
    );
  const check = (node) => {
    const names = new Set(node.params.flatMap(boundNames));
    for (const { pattern, value } of node.params.flatMap(defaultsOf))
      if (!isTyped(pattern, isPrimitive) && !isData(value, constants, names))
        report(pattern, "default that may have behavior", "a required parameter, or a default that is data");
    for (const parameter of node.params.filter(({ optional }) => optional))
      if (isTyped(parameter, isBehavior)) report(parameter, "optional dependency", "a required parameter");
  };
  new Visitor(Object.fromEntries(functionNodes.map((type) => [type, check]))).visit(program);
  return faults;
}

/** Returns the initializers of a module's top-level constants, by name. */
function constantsOf({ body }) {
  const declarations = body.map((node) => node.declaration ?? node);
  return new Map(
    declarations
      .filter(({ type, kind }) => type === "VariableDeclaration" && kind === "const")
      .flatMap((node) => node.declarations.map(({ id, init }) => [id.name, init])),
  );
}

/** Returns a parameter's defaults: its own, and those of its destructured members. */
function defaultsOf(parameter) {
  const pattern = patternOf(parameter);
  if (pattern.type === "AssignmentPattern")
    return [{ pattern: pattern, value: pattern.right }, ...defaultsOf(pattern.left)];
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap(({ value }) => (value ? defaultsOf(value) : []));
}

function isTyped(parameter, test) {
  const pattern = patternOf(parameter);
  const { typeAnnotation } = pattern.type === "AssignmentPattern" ? pattern.left : pattern;
  const type = typeAnnotation?.typeAnnotation;
  return type !== undefined && test(type);
}

const isPrimitive = (type) =>
  type.type === "TSUnionType" ? type.types.every(isPrimitive) : primitiveTypes.test(type.type);

/**
 * Whether a type is a function type, or has a name that ends in `Deps`. Only the name is checked, because the
 * syntax does not show how a named type is defined.
 */
const isBehavior = (type) =>
  type.type === "TSFunctionType" ||
  (type.type === "TSUnionType" && type.types.some(isBehavior)) ||
  (type.type === "TSTypeReference" && type.typeName.name?.endsWith("Deps"));

/**
 * Whether an expression consists only of literals, other parameters, and constants in the file that are data.
 */
function isData(node, constants, names) {
  const every = (...nodes) => nodes.every((one) => one === null || isData(one, constants, names));
  switch (node.type) {
    case "Literal":
      return node.regex === undefined;
    case "Identifier":
      if (node.name === "undefined" || names.has(node.name)) return true;
      return constants.has(node.name) && every(constants.get(node.name));
    case "MemberExpression":
      return every(node.object);
    case "TemplateLiteral":
      return every(...node.expressions);
    case "ArrayExpression":
      return every(...node.elements);
    case "ObjectExpression":
      return node.properties.every(({ value }) => value !== undefined && every(value));
    case "UnaryExpression":
      return every(node.argument);
    case "BinaryExpression":
    case "LogicalExpression":
      return every(node.left, node.right);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return every(node.expression);
    default:
      return false;
  }
}
