import type { RuleContext } from "@assay/contract/platform/decision";
import { formatId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";

interface Parts {
  now: () => Date;
  newId: () => string;
}

/** Returns the rule context without a caller: the server's time, and ids for new records. */
export const timeAndIds = ({ now, newId }: Parts): Pick<RuleContext, "now" | "newId"> => ({
  now: now().getTime(),
  newId: (kind) => formatId(kind, newId()),
});

/** Returns the rule context for a request: the server's time, the caller, and ids for new records. */
export const ruleContext = (parts: Parts, { apiKeyId }: { apiKeyId: string }): RuleContext => ({
  ...timeAndIds(parts),
  actor: formatId("api_key", apiKeyId),
  limits,
});
