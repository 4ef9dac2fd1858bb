import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CliError } from "../../cli-error.ts";
import { openSamples } from "./sample-bytes.ts";

test("a file of more than 1 GiB is refused while it is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-cli-large-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "huge.jsonl");
  writeFileSync(path, '{"id": "a"}');
  // The rest of the file has no bytes on the disk.
  truncateSync(path, 2 * 1024 ** 3);
  let bytesRead = 0;
  const { chunks } = await openSamples(path, { onProgress: (bytes) => (bytesRead = bytes) });
  await expect(async () => {
    for await (const _ of chunks);
  }).rejects.toThrow(
    new CliError(
      `${path} has more than 1 GiB without compression, the limit of an import. Divide it into several files.`,
    ),
  );
  expect(bytesRead).toBeLessThan(1.01 * 1024 ** 3);
});
