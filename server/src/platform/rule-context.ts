import type { RuleContext } from "@assay/contract/platform/decision";
import { formatId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";

interface Parts {
  now: () => Date;
  newId: () => string;
}

/** Rule context without a caller: the server's time, and ids for new records. */
export const timeAndIds = ({ now, newId }: Parts): Pick<RuleContext, "now" | "newId"> => ({
  now: now().getTime(),
  newId: (kind) => formatId(kind, newId()),
});

/** Rule context of a request: the server's time, its caller, and ids for new records. */
export const ruleContext = (parts: Parts, { apiKeyId }: { apiKeyId: string }): RuleContext => ({
  ...timeAndIds(parts),
  actor: formatId("api_key", apiKeyId),
  limits,
});
