// Finds words and phrases in the texts and names in one file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, walk } from "../source.mjs";

/** Words that match with any ending, such as a plural. */
const stems = new Set(["analyse", "behaviour", "colour", "licence", "normalise", "recognise"]);
/** Words that match only as the first part of a name. */
const prefixes = new Set(["most", "longest"]);

/** Separates the parts of names, so that `oldName` and `OLD_NAME` contain the word "old". */
const splitNames = (text) => text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g, " ");

/**
 * Returns the regular expression that finds a word or phrase. Spaces in a phrase also match line breaks
 * within a comment.
 */
const patternOf = (word) =>
  new RegExp(`\\b${word.replaceAll(" ", "[\\s*/]+")}${stems.has(word) ? "[a-z]*" : ""}\\b`, "gi");
const patterns = new Map();

/** Finds words in a text, and returns each hit as a word and an offset. */
function search(words, text) {
  return Object.keys(words).flatMap((word) => {
    if (!patterns.has(word)) patterns.set(word, patternOf(word));
    return [...text.matchAll(patterns.get(word))].map(({ index }) => ({ word, offset: index }));
  });
}

/** Replaces ranges with spaces of the same length, so that offsets do not change. */
const blank = (text, ranges) =>
  ranges.reduce(
    (rest, { start, end }) =>
      rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, " ") + rest.slice(end),
    text,
  );

const keyOf = (node) =>
  (node.type === "Property" && !node.shorthand) || node.type === "TSPropertySignature"
    ? node.key
    : node.type === "MemberExpression"
      ? node.property
      : undefined;

/**
 * Returns the nodes of a source file that are names, texts or member keys. A text document has no such nodes.
 */
function syntaxOf(root, path) {
  const found = { names: new Map(), texts: [], keys: [] };
  if (!/\.(ts|mjs)$/.test(path)) return found;
  walk(parse(root, path).program, (node) => {
    const key = keyOf(node);
    if (key) found.keys.push(key);
    if (node.type === "Identifier" || node.type === "PrivateIdentifier") found.names.set(node.start, node);
    if (node.type === "TemplateElement" || (node.type === "Literal" && typeof node.value === "string"))
      found.texts.push(node);
  });
  return found;
}

/** Whether one of the parts of a name or path is the word. */
function nameHas(name, word) {
  const parts = splitNames(name).toLowerCase().split(/\W+/).filter(Boolean);
  return parts.some(
    (part, index) => (part === word || part === `${word}s`) && (index === 0 || !prefixes.has(word)),
  );
}

/** Replaces the name of an API member with spaces wherever it is a key or is in quotes. */
function withoutMembers(text, members, keys) {
  const isMember = ({ name }) => Object.hasOwn(members, name);
  const quoted = new RegExp(`(?<=["'\`.])(${Object.keys(members).join("|")})(?=["'\`:=])`, "g");
  return [...text.matchAll(quoted)].reduce(
    (rest, { index, 0: { length } }) => blank(rest, [{ start: index, end: index + length }]),
    blank(text, keys.filter(isMember)),
  );
}

const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

/**
 * Returns every hit in a file as an object with path, line and word. The hits are in the order of the lists
 * that the parameter contains. In a file that `inputs` lists, texts in quotes do not count.
 */
export function wordsIn(root, path, { everywhere, identifiers, texts, messages, members, inputs }) {
  const source = readFileSync(join(root, path), "utf8");
  const syntax = syntaxOf(root, path);
  const isInput = Object.hasOwn(inputs, path);
  const text = withoutMembers(isInput ? blank(source, syntax.texts) : source, members, syntax.keys);
  const hit = (word, line) => ({ path, line, word });
  const split = splitNames(text);
  const wanted = Object.keys(identifiers).filter((word) => word !== "settle" || path.includes("review"));
  return [
    ...search(everywhere, split).map(({ word, offset }) => hit(word, lineOf(split, offset))),
    ...search(everywhere, splitNames(path)).map(({ word }) => hit(word, 1)),
    ...search(texts, text).map(({ word, offset }) => hit(word, lineOf(text, offset))),
    ...wanted.filter((word) => nameHas(path, word)).map((word) => hit(word, 1)),
    ...[...syntax.names.values()]
      .filter(({ start }) => text[start] !== " ")
      .flatMap(({ name, start }) =>
        wanted.filter((word) => nameHas(name, word)).map((word) => hit(word, lineOf(text, start))),
      ),
    ...(isInput ? [] : syntax.texts).flatMap(({ start, end }) =>
      search(messages, text.slice(start, end)).map(({ word, offset }) =>
        hit(word, lineOf(text, start + offset)),
      ),
    ),
  ];
}
