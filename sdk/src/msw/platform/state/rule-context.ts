import type { RuleContext } from "@assay/contract/platform/decision";
import { limits } from "@assay/contract/platform/limits";
import type { Call } from "../http/handler.ts";

/** What the shared rules need to know of a request: the mock's time, its caller, and ids for new records. */
export const ruleContext = ({
  clock,
  caller,
  newId,
}: Pick<Call, "clock" | "caller" | "newId">): RuleContext => ({
  now: clock.now(),
  actor: caller.apiKeyId,
  newId,
  limits,
});
