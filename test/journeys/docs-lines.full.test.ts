import { test } from "vitest";
import { expectLinesToHold } from "./harness/page-lines.ts";
import { pages } from "./harness/pages-with-lines.ts";

test.each(Object.entries(pages))(
  "every shell line of %s does what it says, with the exit code that it says",
  expectLinesToHold,
  900_000,
);
