import { foundation } from "./0001-foundation.ts";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [foundation];
