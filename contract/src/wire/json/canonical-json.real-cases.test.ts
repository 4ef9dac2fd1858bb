import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { canonicalize } from "./canonical-json.ts";

interface Vector {
  name: string;
  input_utf8: string;
  canonical_utf8: string;
  canonical_hex: string;
  sha256_of_canonical: string;
}

const textOf = (file: string): string => readFileSync(join(casesDir, "E-protocol", file), "utf8");

// A vector in a different form fails its test.
const vectors: Vector[] = haveCases ? JSON.parse(textOf("jcs.json")) : [];

describe.skipIf(!haveCases)("canonical JSON of the published vectors", () => {
  test.each(vectors)("$name is equal byte for byte", (vector) => {
    const text = canonicalize(JSON.parse(vector.input_utf8));
    expect(text).toBe(vector.canonical_utf8);
    expect(Buffer.from(text, "utf8").toString("hex")).toBe(vector.canonical_hex);
    expect(createHash("sha256").update(text, "utf8").digest("hex")).toBe(vector.sha256_of_canonical);
  });

  test("writes each of their numbers in the published form", () => {
    const [, ...lines] = textOf("jcs-numbers.csv").trimEnd().split("\n");
    expect(lines).toHaveLength(304);
    for (const line of lines) {
      const [hex = "", json] = line.split(",");
      const bytes = Buffer.from(hex.padStart(16, "0"), "hex");
      expect(canonicalize(bytes.readDoubleBE(0))).toBe(json);
    }
  });
});
