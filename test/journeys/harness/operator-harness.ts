// Runs `assay-server` on a scratch installation with an embedded database.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { operate as run } from "../../support/operate.ts";

/** A finding that `assay-server doctor` reports. */
export interface Finding {
  check: string;
  status: string;
  message: string;
  todo: string | null;
}

type Variables = Readonly<Record<string, string>>;

/** Creates a scratch folder with the installation in `data`, and removes it after the tests in the file. */
export function createOperatorHarness() {
  const scratch = mkdtempSync(join(tmpdir(), "assay-operator-"));
  const dataDir = join(scratch, "data");
  afterAll(() => rmSync(scratch, { recursive: true }));

  /** Runs a command with the embedded database, unless the variables select another one. */
  const operate = (args: string[], variables: Variables = {}) =>
    run(args, { ASSAY_DATA_DIR: dataDir, ...variables });

  async function operateJson(args: string[], variables?: Variables) {
    const { code, stdout, stderr } = await operate([...args, "--json"], variables);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  return { scratch, dataDir, operate, operateJson };
}
