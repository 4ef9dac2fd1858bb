import { foundation } from "./0001-foundation.ts";
import { reviews } from "./0002-reviews.ts";
import { evidence } from "./0006-evidence.ts";
import { agents } from "./0007-agents.ts";
import { policies } from "./0008-policies.ts";

/** Every migration, oldest first. One that was released is never changed. */
export const migrations = [foundation, reviews, evidence, agents, policies];
