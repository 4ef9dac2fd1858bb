import { foundation } from "./0001-foundation.ts";
import { evidence } from "./0006-evidence.ts";
import { agents } from "./0007-agents.ts";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [foundation, evidence, agents];
