import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const fromSource = import.meta.url.endsWith(".ts");

/**
 * Returns the path of the template that the build places next to the bundle; undefined if the server runs
 * from source or was built without a template.
 */
export function builtTemplate(): string | undefined {
  const path = fileURLToPath(new URL("./database-template.bin", import.meta.url));
  return !fromSource && existsSync(path) ? path : undefined;
}
