// Accepts or rejects each file in the JSON parsing test suite as the suite requires.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { decodeUtf8, readJsonText } from "./json-text.ts";

interface Case {
  name: string;
  expect?: "accept" | "reject" | "either";
  base64: string;
}

function casesOf(file: string): Case[] {
  if (!haveCases) return [];
  const { cases }: { cases: Case[] } = JSON.parse(readFileSync(join(casesDir, "F-files", file), "utf8"));
  return cases;
}

const readBytes = (base64: string) => {
  const text = decodeUtf8(Buffer.from(base64, "base64"));
  return text === undefined ? undefined : readJsonText(text);
};

/** Valid JSON that the API does not store: U+0000, and repeated members. */
const notStored = [
  "y_object_escaped_null_in_key.json",
  "y_object_duplicated_key.json",
  "y_object_duplicated_key_and_value.json",
];

/** Returns what the suite expects, apart from JSON that the API does not store. */
function wantedOf({ name, expect: wanted }: Case): boolean[] {
  if (notStored.includes(name) || wanted === "reject") return [false];
  return wanted === "accept" ? [true] : [true, false];
}

describe.skipIf(!haveCases)("the JSON parsing test suite", () => {
  test.each(casesOf("json-parsing.json"))("$name: $expect", (given) => {
    expect(wantedOf(given)).toContain(readBytes(given.base64)?.ok ?? false);
  });

  const outcomes: Record<string, unknown> = {
    "number_-9223372036854775808.json": "/0",
    "number_1.0.json": [1],
    "number_1000000000000000.json": [1_000_000_000_000_000],
    "number_1e-999.json": "/0",
    "number_9223372036854775807.json": "/0",
    "object_key_nfc_nfd.json": { "\u00e9": "NFC", "e\u0301": "NFD" },
    "object_same_key_different_values.json": "/a",
    "object_same_key_unclear_values.json": "/a",
    "string_1_invalid_codepoint.json": "not UTF-8",
    "string_2_invalid_codepoints.json": "not UTF-8",
    "string_3_invalid_codepoints.json": "not UTF-8",
  };
  test.each(casesOf("json-transform.json"))(
    "the value of $name stays unchanged, or is refused with its path",
    ({ name, base64 }) => {
      const reading = readBytes(base64);
      const outcome = reading === undefined ? "not UTF-8" : reading.ok ? reading.value : reading.path;
      expect(outcome).toEqual(outcomes[name]);
    },
  );
});
