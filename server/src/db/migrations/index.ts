import { foundation } from "./0001-foundation.ts";
import { effectiveScores } from "./0002-effective-scores.ts";
import { exportTables } from "./0005-exports.ts";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [foundation, effectiveScores, exportTables];
