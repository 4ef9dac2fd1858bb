import { describe, expect, test } from "vitest";
import { openApiDocuments } from "./documents.ts";

/** Imperative verbs with which a summary may start. A new verb must be a standard term for the operation. */
const verbs = new Set(
  (
    "Activate Add Analyze Append Approve Cancel Check Claim Compare Create Decide Delete Download Erase " +
    "Evaluate Export Follow Get Import List Measure Prove Quarantine Reassign Receive Redeliver Register " +
    "Release Replace Reveal Revoke Roll Rotate Run Search Send Set Settle Sign Simulate Store Submit Suspend Update " +
    "Validate Verify Withdraw"
  ).split(" "),
);

interface OperationTexts {
  operationId: string;
  summary: string;
  description: string;
}

/** Returns the operations in a path item or a webhook. Its other members are not operations. */
const operationsIn = (item: object): OperationTexts[] =>
  Object.values(item).filter((value): value is OperationTexts => Object.hasOwn(Object(value), "operationId"));

const operations = Object.values(openApiDocuments()).flatMap(({ paths = {}, webhooks = {} }) =>
  [...Object.values(paths), ...Object.values(webhooks)].flatMap((item) => operationsIn(item)),
);

const firstWord = (text: string): string => /^\w+/.exec(text)?.[0] ?? "";

/** Returns the ids of the operations with a fault. */
const idsOf = (isFaulty: (operation: OperationTexts) => boolean): string[] =>
  operations.filter(isFaulty).map(({ operationId }) => operationId);

test("both documents have operations and webhooks", () => {
  expect(operations.filter(({ summary }) => summary.startsWith("Receive ")).length).toBeGreaterThan(10);
  expect(operations.filter(({ summary }) => summary.startsWith("List ")).length).toBeGreaterThan(10);
});

describe("each operation", () => {
  test("has a summary of at most 60 characters, without a full stop", () => {
    expect(idsOf(({ summary }) => summary.length > 60 || /[.?!]$/.test(summary))).toEqual([]);
  });

  test("has a summary that starts with an imperative verb", () => {
    expect(idsOf(({ summary }) => !verbs.has(firstWord(summary)))).toEqual([]);
  });

  test("has a description of sentences that name their subject", () => {
    const isFaulty = (description: string): boolean =>
      !/\S.*\.$/s.test(description) || /^(it|its|there|what|who)$/i.test(firstWord(description));
    expect(idsOf(({ description }) => isFaulty(description))).toEqual([]);
  });
});
