import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { refusalSamples } from "./refusal-samples.fixture.ts";
import { looksLikePattern } from "./validation.fixture.ts";

const source = fileURLToPath(new URL("../../", import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
  /(^|[\\/-])refusals\.ts$/.test(path),
);

const patterns = [
  /^.+ not found, or not accessible with this API key\.( (List|Create) .+ with (GET|POST) \/\S+\.)?$/,
  /^.+ already exists with different .+\. Send identical values, or .+\.$/,
  /^.+ is .+ and cannot become .+\. Allowed: .+\.$/,
  /^.+ is .+; this operation requires .+\.$/,
  /^.+ has reached its limit of \d+ .+\. .+\.$/,
  /^.+ is required(: .+)?\.$/,
  /^.+ (is|are|has|name|names|starts|belongs to|would have) .+; (it|they|each \w+|at least one \w+) must .+\.$/,
  /^.+ does not belong to .+\.$/,
  /^Use either .+ or .+, not both\.$/,
  /^This operation requires .+\.$/,
  /^(Content type|Content encoding|Method) .+ is not supported\. Use .+\.$/,
  /^The body is larger than \d+ bytes\.$/,
  /^Rate limit exceeded: \d+ requests? per minute for the (API key|workspace)\. Retry after \d+ seconds?\.$/,
  /^.+ is temporarily unavailable\. Retry after \d+ seconds?\.$/,
  /^Not valid JSON at line \d+, column \d+: .+\.$/,
];

/** Refusals whose messages match none of the templates. */
const others = [
  "alreadyAssigned",
  "alreadySettled",
  "ambiguousDimension",
  "apiKeyNotRotatable",
  "approverNotQualified",
  "baselineImmutable",
  "blindPending",
  "datasetArchived",
  "datasetInUse",
  "dimensionNotFound",
  "entityTooLarge",
  "erasedUnderKey",
  "erasureStays",
  "eventAltered",
  "evidenceConflict",
  "guidelineSetBuiltIn",
  "guidelineSetUnknown",
  "idempotencyConflict",
  "idempotencyInFlight",
  "logBusy",
  "logDamaged",
  "logEndLost",
  "logRenamed",
  "noEventAt",
  "noOpenSlot",
  "noSamples",
  "notAssigned",
  "notComparable",
  "notOwnApproval",
  "nothingReserved",
  "nothingToOverride",
  "outputsSampleUnknown",
  "ownApproval",
  "protocolsUnknown",
  "restartStays",
  "reviewerNotQualified",
  "rotationBeyond",
  "scopeNotHeld",
  "settledByTime",
  "unknownPath",
];

/** Returns the exported functions of all refusal modules, by name. */
async function refusalFunctions(): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const file of files) {
    const exported: Record<string, unknown> = await import(`${source}${file}`);
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== "function") continue;
      expect(found.has(name), `${name} of ${file} is exported twice`).toBe(false);
      found.set(name, value);
    }
  }
  return found;
}

const functions = await refusalFunctions();

function messagesOf(name: string): string[] {
  const refuse = functions.get(name);
  if (typeof refuse !== "function") throw new TypeError(`${name} is not a function.`);
  return (refusalSamples[name] ?? []).map((values) => {
    const refusal: unknown = Reflect.apply(refuse, undefined, values);
    return String(Reflect.get(Object(refusal), "message"));
  });
}

/**
 * Returns the sentences of a detail, without the position and without the summary of an import or of several
 * faults.
 */
const sentencesOf = (message: string): string =>
  message
    .replace(/^\d+ (of \d+ )?\w+ cannot be \w+; nothing was written\. First error: /, "")
    .replace(/^(line \d+: )?((\/|query\/|header\/)\S*: )?/, "")
    .replace(/ \d+ more errors?\.$/, "");

const isTemplate = (message: string): boolean =>
  patterns.some((pattern) => pattern.test(sentencesOf(message)));

const words: {
  everywhere: Record<string, string>;
  texts: Record<string, string>;
  messages: Record<string, string>;
} = JSON.parse(readFileSync(new URL("../../../../scripts/words.json", import.meta.url), "utf8"));
const ruledOut = Object.keys({ ...words.everywhere, ...words.texts, ...words.messages });

test("every refusal function has samples, and every sample belongs to a function", () => {
  expect(files.length).toBeGreaterThan(10);
  expect(Object.keys(refusalSamples).toSorted()).toEqual([...functions.keys()].toSorted());
});

test("at most 40 refusals have texts of their own, and only if no template fits", () => {
  expect(others.length).toBeLessThanOrEqual(40);
  expect(others.filter((name) => messagesOf(name).every(isTemplate))).toEqual([]);
});

describe.each([...functions.keys()])("%s", (name) => {
  test("has texts that follow the templates, have at most 240 characters, use standard words, and print no pattern", () => {
    const messages = messagesOf(name);
    expect(messages).not.toEqual([]);
    for (const message of messages) {
      expect(others.includes(name) || isTemplate(message), message).toBe(true);
      expect(message.length, message).toBeLessThanOrEqual(240);
      expect(message).toMatch(/\.$/);
      expect(message).not.toMatch(looksLikePattern);
      expect(ruledOut.filter((word) => new RegExp(`\\b${word}\\b`, "i").test(message))).toEqual([]);
    }
  });
});
