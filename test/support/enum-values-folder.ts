import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../../node_modules/.cache/enum-values", import.meta.url));

/** The folder where the conformance files of a run store the enum values of responses; removed after the run. */
export const enumValuesOf = (runId: string): string => join(cache, runId);
