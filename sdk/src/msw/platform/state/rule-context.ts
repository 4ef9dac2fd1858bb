import type { RuleContext } from "@assay/contract/platform/decision";
import { limits } from "@assay/contract/platform/limits";
import type { Call } from "../http/handler.ts";

type RuleCall = Pick<Call, "clock" | "caller" | "newId">;

/** Returns a request's rule context: the mock's time, the caller, and a source of ids for new records. */
export const ruleContext = ({ clock, caller, newId }: RuleCall): RuleContext => {
  return { now: clock.now(), actor: caller.apiKeyId, newId, limits };
};
