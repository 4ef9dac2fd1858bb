import { expect, test } from "vitest";
import { hasValidLabels } from "./encoded-labels.ts";

const valid = [
  ["no encoded label", "a.example"],
  ["the label of bücher", "xn--bcher-kva.example"],
  ["the label of an emoji", "a.xn--ls8h.la"],
  // RFC 3492, section 7.1 (B): Chinese (simplified).
  ["the label of Chinese text", "xn--ihqwcrb4cv8a8dqg056pqjye"],
  ["a label that encodes ASCII", "xn--abc-.example"],
] as const;

test.each(valid)("accepts %s", (_name, host) => {
  expect(hasValidLabels(host)).toBe(true);
});

const invalid = [
  ["an incomplete number", "xn--0.evil.example"],
  ["an incomplete number in the last label", "a.xn--b"],
  ["an empty label", "xn--"],
  ["a label without digits", "xn---"],
  ["a code point beyond Unicode", "xn--99999"],
  // U+2495 (⒕) must be written as "14.".
  ["a character that must be mapped", "xn--zn7c.com"],
  ["a label whose decoded form starts with the prefix", "xn--xn---epa"],
] as const;

test.each(invalid)("refuses %s", (_name, host) => {
  expect(hasValidLabels(host)).toBe(false);
});
