import { expect, test } from "vitest";
import { checkOpenFiles, parseFileLimit } from "./open-files.ts";

const pools = { poolMax: 20, priorityPoolMax: 4 };

test("a limit below both pools, two listeners and 64 further files is refused with the sum", () => {
  expect(() => checkOpenFiles(64, pools)).toThrow(
    new Error(
      "64 open files are allowed; at least 90 are needed (ASSAY_POOL_MAX 20 + ASSAY_PRIORITY_POOL_MAX 4 + 2 + 64). Raise it: ulimit -n 4096.",
    ),
  );
  expect(() => checkOpenFiles(89, pools)).toThrow("at least 90");
});

test("a limit below 1,024 is accepted with a warning", () => {
  expect(checkOpenFiles(90, pools)).toContain("90 open files are allowed; at least 1024 are recommended.");
  expect(checkOpenFiles(1023, pools)).toContain("1023");
  expect(checkOpenFiles(1024, pools)).toBeUndefined();
});

test("a system that states no limit is not checked", () => {
  expect(checkOpenFiles(undefined, pools)).toBeUndefined();
  expect(parseFileLimit("")).toBeUndefined();
  expect(
    parseFileLimit("Max open files            unlimited            unlimited            files"),
  ).toBeUndefined();
});

test("the soft limit is read, and not the hard limit", () => {
  const text = `Limit                     Soft Limit           Hard Limit           Units
Max processes             63231                63231                processes
Max open files            256                  4096                 files
Max locked memory         8388608              8388608              bytes`;
  expect(parseFileLimit(text)).toBe(256);
});
