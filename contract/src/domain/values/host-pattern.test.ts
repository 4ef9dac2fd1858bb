import { describe, expect, test } from "vitest";
import { isHostPattern, isMetadataHost } from "./host-pattern.ts";

describe("an allowed host of a boundary", () => {
  test.each([
    "api.example.org",
    "localhost",
    "*.example.org",
    "api.example.org:8443",
    "*.example.org:443",
    "10.0.0.7",
    "10.0.0.7:5432",
    "[2001:db8::1]",
    "[2001:db8::1]:443",
    "xn--bcher-kva.example",
    "a_b.example.org",
  ])("can be %s", (text) => {
    expect(isHostPattern(text)).toBe(true);
  });

  test.each([
    "",
    "*",
    "*.org",
    "*.*.example.org",
    "a.*.org",
    "*.10.0.0.7",
    "*.[2001:db8::1]",
    "https://api.example.org",
    "api.example.org/",
    "me@api.example.org",
    "API.example.org",
    "bücher.example",
    "api.example.org.",
    "api.example.org:0",
    "api.example.org:65536",
    "api.example.org:",
    "2001:db8::1",
    "[2001:DB8::1]",
    // These texts are other notations of 127.0.0.1.
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "a b",
    "%61.example.org",
  ])("cannot be %j", (text) => {
    expect(isHostPattern(text)).toBe(false);
  });
});

test.each([
  ["169.254.169.254", true],
  ["169.254.170.2:80", true],
  ["[fe80::1]", true],
  ["[fd00:ec2::254]", true],
  ["[::ffff:a9fe:a9fe]", true],
  ["metadata.google.internal", true],
  ["metadata.google.internal:80", true],
  ["*.google.internal", true],
  ["*.metadata.goog", true],
  ["169.25.4.1", false],
  ["*.example.internal", false],
  ["[fec0::1]", false],
  ["metadata.example.org", false],
  ["10.0.0.7", false],
])("%s is a metadata host: %j", (host, expected) => {
  expect(isHostPattern(host)).toBe(true);
  expect(isMetadataHost(host)).toBe(expected);
});
