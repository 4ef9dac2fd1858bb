// Writes all files that are generated from the contract: both OpenAPI documents, and the SDK's types,
// operations and resources.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generated-files.ts";

for (const [path, text] of generatedFiles()) {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
