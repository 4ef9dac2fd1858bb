import { expect, test } from "vitest";
import { nameText } from "./name-text.ts";

test.each(["", "  "])("a name is not %j", (text) => {
  expect(() => nameText(text)).toThrow("A name requires at least one visible character.");
});

test("a name is returned unchanged", () => {
  expect(nameText("Nurse line")).toBe("Nurse line");
});
