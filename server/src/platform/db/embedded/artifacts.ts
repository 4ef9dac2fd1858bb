import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const fromSource = import.meta.url.endsWith(".ts");

/**
 * The template that the build puts beside the bundle; undefined when run from source or built without one.
 */
export function builtTemplate(): string | undefined {
  const path = fileURLToPath(new URL("./database-template.bin", import.meta.url));
  return !fromSource && existsSync(path) ? path : undefined;
}
