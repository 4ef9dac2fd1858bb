import type { RuleContext } from "@assay/contract/platform/decision";
import { formatId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";

/** What the shared rules need to know of a request: the server's time, its caller, and ids for new records. */
export const ruleContext = (
  { now, newId }: { now: () => Date; newId: () => string },
  { apiKeyId }: { apiKeyId: string },
): RuleContext => ({
  now: now().getTime(),
  actor: formatId("api_key", apiKeyId),
  newId: (kind) => formatId(kind, newId()),
  limits,
});
