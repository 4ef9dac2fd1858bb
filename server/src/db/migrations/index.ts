import { foundation } from "./0001-foundation.ts";
import { reviews } from "./0002-reviews.ts";
import { webhooks } from "./0003-webhooks.ts";
import { scores } from "./0004-scores.ts";
import { exportTables } from "./0005-exports.ts";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [foundation, reviews, webhooks, scores, exportTables];
