import { neverCalled } from "@assay/contract/webhooks/webhook-refusals";
import type { PlatformDeps } from "../platform-deps.ts";
import { isNeverCalled } from "./guarded-connector.ts";

/**
 * Checks the URLs in a request that will be called later, with the same rules as the calls themselves.
 *
 * @throws {ApiError} 400 that names each URL that can never be called.
 */
export function checkAddresses(
  { addresses: guard }: Pick<PlatformDeps, "addresses">,
  wanted: readonly { path: string; url: string }[],
): void {
  const refused = wanted.filter(({ url }) => isNeverCalled(url, guard));
  if (refused.length > 0) throw neverCalled(refused);
}
