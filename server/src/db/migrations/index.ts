import { foundation } from "./0001-foundation.ts";
import { effectiveScores } from "./0002-effective-scores.ts";
import { scores } from "./0004-scores.ts";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [foundation, effectiveScores, scores];
