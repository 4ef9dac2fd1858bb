import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

type Files = Readonly<Record<string, string>>;

/**
 * Creates repositories for a gate's tests, and removes them after the test file. @returns a function that
 * creates a repository with files.
 */
export function useScratchRepositories(gate: string): (files: Files) => string {
  const scratch = mkdtempSync(join(tmpdir(), `assay-${gate}-`));
  afterAll(() => rmSync(scratch, { recursive: true }));
  return (files) => {
    const root = mkdtempSync(join(scratch, "root-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return root;
  };
}
