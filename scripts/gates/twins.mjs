// Checks that each rule exists only once, in the contract. A function in the mock with the same name as a
// function in the server is probably a second copy of a rule, especially if their bodies are similar.
// `node scripts/gates/twins.mjs --list` prints all such functions.
//
// How similarity is measured: functions are function declarations and constants with arrow functions, at any
// depth, outside of tests. A namesake is a function with the same name in any file of the server. Lines are
// counted from the first to the last character of the mock's function. Two bodies are compared by their token
// 3-grams, without comments. Tokens are strings, words and numbers, operators, and single characters (see
// `token`). Every three consecutive tokens form one 3-gram; equal 3-grams count once. The similarity is the
// number of common 3-grams divided by the number in the smaller body. If a function has several namesakes,
// the greatest similarity applies.
import { fileURLToPath } from "node:url";
import { isTestFile, parse, resultOf, sourceFiles, walk } from "./source.mjs";

/** Maximum total lines of the mock's functions that have a namesake. */
const maxNamesakeLines = 800;
/** Maximum total lines of the mock's functions that have a namesake with a similar body. */
const maxAlikeLines = 300;
/** Maximum number of similar pairs without an entry in `accepted`. */
const maxUnexplained = 0;
/** Minimum similarity at which two bodies count as similar. */
const alikeShare = 0.35;

/** Reason for a function that wraps a rule but contains no rule itself. */
const adapts = "each side loads the input of a rule in the contract, and stores the rule's result";

/**
 * Accepted similar pairs, as `<file below sdk/src/msw>#<function>`, with the reason why they are not copies.
 */
const accepted = new Map([
  ["evaluation/datasets/dataset-handlers.ts#changeDataset", adapts],
  [
    "evaluation/evaluations/evaluation-handlers.ts#evaluationHandlers",
    "a table of routes has the shape of the API",
  ],
  ["evaluation/evaluations/evaluation-access.ts#requireEvaluation", "each side reads its own store"],
  [
    "evaluation/samples/sample-handlers.ts#importOutputs",
    "the server stages rows in a table and deletes them there, the mock in memory",
  ],
  [
    "review/ratings/store-ratings.ts#stageRatings",
    "the server stages rows in a table, the mock in memory; both read them with readRatings",
  ],
  ["evaluation/samples/sample-handlers.ts#addSamples", adapts],
  [
    "evaluation/samples/import-samples.ts#contentOf",
    "browsers hash asynchronously; the server hashes synchronously, twice per imported row",
  ],
  ["evaluation/datasets/dataset-versions.ts#recordChange", adapts],
  ["review/reviewers/reviewer-handlers.ts#getReviewer", "each side reads its own store"],
  ["review/reviews/review-handlers.ts#getReview", "each side reads its own store"],
  ["review/adjudication/adjudications.ts#getAdjudication", "each side reads its own store"],
  ["review/adjudication/references.ts#applyReferences", "each side reads and writes its own store"],
  ["evaluation/samples/import-samples.ts#withExpected", "browsers compute hashes asynchronously"],
  ["control/agent-handlers.ts#write", adapts],
  ["control/approval-state.ts#consumeOrOpenApproval", adapts],
  ["review/tasks/review-task-handlers.ts#createTask", adapts],
  ["review/tasks/assignments.ts#taskContext", "each side takes the time from its own clock"],
  ["platform/http/authenticate.ts#requireScope", "each side authenticates and counts in its own store"],
  [
    "platform/state/mock-clock.ts#now",
    "both are one line: one calls a clock, the other reads a clock's time",
  ],
]);

const everything = {
  namesakeLines: maxNamesakeLines,
  alikeLines: maxAlikeLines,
  unexplained: maxUnexplained,
};

/**
 * Fails if the mock's functions with a namesake have too many lines, or if those with similar bodies have too
 * many lines. Also fails for a similar pair without a reason, and for a reason without a similar pair.
 */
export function twins(root, limits = everything, reasons = accepted) {
  const found = namesakes(root);
  const alike = found.filter(isAlike);
  const unexplained = alike.filter((one) => !reasons.has(keyOf(one)));
  const present = new Set(alike.map(keyOf));
  const faults = [
    ...overLimit("functions with a namesake in the server", linesOf(found), limits.namesakeLines),
    ...overLimit("functions that are similar to their namesake", linesOf(alike), limits.alikeLines),
    ...(unexplained.length > limits.unexplained ? unexplained.map(unexplainedFault) : []),
    ...[...reasons.keys()].filter((key) => !present.has(key)).map(staleFault),
  ];
  return resultOf(faults, sourceFiles(root, [mock]).length);
}

const mock = "sdk/src/msw";
const keyOf = ({ path, name }) => `${path.slice(mock.length + 1)}#${name}`;
const isAlike = ({ share }) => share >= alikeShare;
const linesOf = (functions) => functions.reduce((total, { lines }) => total + lines, 0);

const overLimit = (what, lines, limit) =>
  lines > limit ? [`${mock}:1: ${what} have ${lines} lines; accepted: at most ${limit}`] : [];
const unexplainedFault = ({ path, line, name, share, other }) =>
  `${path}:${line}: ${name} is similar to ${other} (${share.toFixed(2)}); accepted: one function in the contract, or a reason in the table of scripts/gates/twins.mjs`;
const staleFault = (key) =>
  `scripts/gates/twins.mjs:1: ${key} is not similar to any function in the server; accepted: only reasons for similar pairs`;

/**
 * Returns every function in the mock that has a namesake, with the most similar namesake and its location.
 */
function namesakes(root) {
  const ofServer = new Map();
  for (const one of functionsOf(root, "server/src"))
    ofServer.set(one.name, [...(ofServer.get(one.name) ?? []), one]);
  return functionsOf(root, mock).flatMap((own) => {
    const compared = (ofServer.get(own.name) ?? []).map(({ path, grams }) => ({
      other: path,
      share: sharedPart(own.grams, grams),
    }));
    const [best] = compared.sort((one, other) => other.share - one.share);
    return best ? [{ ...own, ...best }] : [];
  });
}

/** Returns which share of the smaller set is also in the other set; 0 if the smaller set is empty. */
function sharedPart(one, other) {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  return small.size === 0 ? 0 : [...small].filter((gram) => large.has(gram)).length / small.size;
}

function functionsOf(root, folder) {
  const paths = sourceFiles(root, [folder]).filter((path) => !isTestFile(path));
  return paths.flatMap((path) => {
    const file = parse(root, path);
    const found = [];
    walk(file.program, (node) => {
      const body = bodyOf(node);
      if (!body) return;
      const line = file.line(node.start);
      const lines = file.line(node.end - 1) - line + 1;
      found.push({ path, name: node.id.name, line, lines, grams: gramsOf(file, body) });
    });
    return found;
  });
}

function bodyOf({ type, body, init }) {
  if (type === "FunctionDeclaration") return body;
  return type === "VariableDeclarator" && init?.type === "ArrowFunctionExpression" ? init.body : undefined;
}

/**
 * Matches a string, a word or number, an operator of several characters, or any character except white space.
 */
const token = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w$]+|=>|\.{3}|\?\?=?|\?\.|[=!]==?|[<>]=|&&|\|\||\S/g;

function gramsOf({ text, comments }, { start, end }) {
  const inside = comments.filter((comment) => comment.start >= start && comment.end <= end);
  const starts = [start, ...inside.map((comment) => comment.end)];
  const ends = [...inside.map((comment) => comment.start), end];
  const tokens = starts.flatMap((at, index) => text.slice(at, ends[index]).match(token) ?? []);
  return new Set(tokens.slice(2).map((last, at) => `${tokens[at]} ${tokens[at + 1]} ${last}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--list")) {
  const found = namesakes(fileURLToPath(new URL("../../", import.meta.url)));
  for (const one of found.toSorted((a, b) => b.share - a.share))
    console.log(
      `${one.share.toFixed(2)} ${String(one.lines).padStart(3)} ${keyOf(one)} = ${one.other}${accepted.has(keyOf(one)) ? " (accepted)" : ""}`,
    );
  const alike = found.filter(isAlike);
  console.log(`${found.length} functions with a namesake, ${linesOf(found)} lines`);
  console.log(`${alike.length} of them are similar to it, ${linesOf(alike)} lines`);
}
