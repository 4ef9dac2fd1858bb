import { foundation } from "./0001-foundation.ts";
import { webhooks } from "./0003-webhooks.ts";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [foundation, webhooks];
