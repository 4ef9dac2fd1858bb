import { findingOfText, type PolicyFinding } from "../policies/policy-finding.ts";
import type { CheckedText, StatementOutline } from "../policies/policy-contents.ts";

interface Token {
  text: string;
  at: number;
}

const tokenForm = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|[A-Za-z_]\w*|\d+|::|==|!=|<=|>=|&&|\|\||[^\s]/gs;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(tokenForm)]
    .map(({ 0: token, index }) => ({ text: token, at: index }))
    .filter((token) => !token.text.startsWith("//"));
}

function findingAt(text: string, at: number, message: string): PolicyFinding {
  const lines = text.slice(0, at).split("\n");
  const line = lines.length;
  const column = Array.from(lines.at(-1) ?? "").length + 1;
  return { ...findingOfText("policy_text", message), line, column, endLine: line, endColumn: column + 1 };
}

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const deepestBrackets = 32;

/** Thrown for unbalanced brackets. */
function bracketFault(text: string, tokens: readonly Token[]): PolicyFinding | undefined {
  const open: string[] = [];
  for (const { text: token, at } of tokens) {
    const closer = closers[token];
    if (closer !== undefined) open.push(closer);
    else if ([")", "]", "}"].includes(token) && open.pop() !== token) {
      return findingAt(text, at, `unexpected token \`${token}\``);
    }
    if (open.length > deepestBrackets) {
      return findingAt(text, at, `brackets are nested more than ${deepestBrackets} deep`);
    }
  }
  const last = tokens.at(-1);
  const end = last ? last.at + last.text.length : 0;
  return open.length > 0 ? findingAt(text, end, "unexpected end of input") : undefined;
}

/** The statements of a text, without semicolons. */
function statementsIn(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  }
  return statements;
}

const isPatch = (text: string): boolean => {
  try {
    const patch: unknown = JSON.parse(text);
    return Array.isArray(patch) && patch.length > 0;
  } catch {
    return false;
  }
};

function outlineOf(statement: readonly Token[]): StatementOutline | { fault: Token | undefined } {
  let transforms = false;
  let at = 0;
  while (statement[at]?.text === "@") {
    const [name, bracket, value, end] = statement.slice(at + 1, at + 5);
    const whole = bracket?.text === "(" && end?.text === ")";
    if (!name || !whole || !value?.text.startsWith('"')) return { fault: bracket ?? name };
    if (name.text === "transform") transforms = isPatch(unquoted(value.text));
    at += 5;
  }
  const effect = statement[at]?.text;
  if (effect !== "permit" && effect !== "forbid") return { fault: statement[at] };
  if (statement[at + 1]?.text !== "(") return { fault: statement[at + 1] };
  return { effect, transforms, readsApproved: statement.some(({ text }) => text === "approved") };
}

/**
 * Unquotes a Cedar string. Its escapes are those of JSON, apart from some that annotations rarely contain.
 */
function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

const knownTypes = new Set(["agent", "tool", "Action"]);

/** Whether a text names types or members of `context` that only requests define. */
function namesOthers(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }, index) => {
    const [next, second] = [tokens[index + 1]?.text ?? "", tokens[index + 2]?.text ?? ""];
    if (text === "context" && (next === "." || next === "has")) return second !== "facts";
    if (text === "is") return !knownTypes.has(next);
    return next === "::" && second.startsWith('"') && !knownTypes.has(text);
  });
}

const refused = (finding: PolicyFinding): CheckedText => ({
  validated: "syntax",
  errors: [finding],
  warnings: [],
  statements: [],
});

/** Whether a text contains `?principal` or `?resource`. */
const holdsSlot = (tokens: ReturnType<typeof tokensOf>): boolean =>
  tokens.some(
    ({ text }, index) => text === "?" && /^(?:principal|resource)$/.test(tokens[index + 1]?.text ?? ""),
  );

/**
 * Parses the form of a policy's text: brackets, annotations, and the first word of each statement. It finds
 * no warnings.
 */
export function outlinePolicy(text: string): CheckedText {
  const tokens = tokensOf(text);
  const last = tokens.at(-1);
  const end = last ? last.at + last.text.length : 0;
  const fault = bracketFault(text, tokens);
  if (fault) return refused(fault);
  const all = statementsIn(tokens);
  if (tokens.length > 0 && all.at(-1)?.length !== 0) {
    const isWord = tokens.length === 1 && /^[A-Za-z_]\w*$/.test(last?.text ?? "");
    const wanted = isWord ? "`(`" : "`;` or identifier";
    const finding = findingAt(text, end, `unexpected end of input; expected ${wanted}`);
    // An empty statement.
    return refused({ ...finding, endColumn: finding.column });
  }
  const statements: StatementOutline[] = [];
  for (const tokensOfStatement of all.slice(0, -1)) {
    const outline = outlineOf(tokensOfStatement);
    if ("fault" in outline) {
      const { text: token = "", at = text.length } = outline.fault ?? {};
      return refused(findingAt(text, at, `unexpected token \`${token}\``));
    }
    statements.push(outline);
  }
  if (statements.length === 0) {
    return refused(findingOfText("policy_text", "the text has no policy"));
  }
  if (holdsSlot(tokens)) {
    const message = "the text has a template (?principal or ?resource); policies must not have slots";
    return refused(findingOfText("policy_text", message));
  }
  return { validated: namesOthers(tokens) ? "syntax" : "strict", errors: [], warnings: [], statements };
}
