import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../node_modules/.cache/enum-values", import.meta.url));

/**
 * Returns the folder in which a run's conformance files store the enum values; it is removed after the run.
 */
export const enumValuesOf = (runId: string): string => join(cache, runId);
