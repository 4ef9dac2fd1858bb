import { describe, expect, test } from "vitest";
import { boundedDetails, maxDetailsBytes } from "./bounded-details.ts";

describe("boundedDetails", () => {
  test("returns details unchanged if they fit", () => {
    const details = { predicted: "urgent", missed: ["fever"], distance: null };
    expect(boundedDetails(details)).toBe(JSON.stringify(details));
  });

  test("omits and names the members that do not fit", () => {
    const text = boundedDetails({
      missed: "x".repeat(70_000),
      reason: "Two flags were missed.",
      spurious: ["é".repeat(40_000)],
    });
    expect(JSON.parse(text)).toEqual({ reason: "Two flags were missed.", left_out: ["missed", "spurious"] });
  });

  test("never exceeds its limit, with any names and texts", () => {
    // Details of 60,000 bytes fit next to the space reserved for omitted names; 10,000 members of 3-byte
    // characters do not.
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${"名".repeat(50)}${index}`, "語".repeat(20)]),
    );
    const text = boundedDetails(many);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxDetailsBytes);
    expect(Object.keys(JSON.parse(text)).length).toBeGreaterThan(200);
  });
});
