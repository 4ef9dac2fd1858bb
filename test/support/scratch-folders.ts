import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

/**
 * Creates scratch folders whose names contain `name`, and removes a test's folders after the test. @returns a
 * function that creates one folder.
 */
export function useScratchFolders(name: string): () => string {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), `assay-${name}-`));
    folders.push(folder);
    return folder;
  };
}
