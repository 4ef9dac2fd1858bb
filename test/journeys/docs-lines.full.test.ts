import { test } from "vitest";
import { expectLinesToHold } from "./harness/page-lines.ts";
import { pages } from "./harness/pages-with-lines.ts";

test.each(Object.entries(pages))(
  "every shell line of %s runs, with the stated exit code",
  expectLinesToHold,
  900_000,
);
