import { test } from "vitest";
import { usePageServer } from "./harness/page-lines.ts";
import { pages } from "./harness/pages-with-lines.ts";

const expectLinesToHold = usePageServer();

test.each(Object.entries(pages))(
  "every shell line of %s runs, with the stated exit code",
  expectLinesToHold,
  900_000,
);
