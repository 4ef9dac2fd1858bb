import { neverCalled } from "@assay/contract/webhooks/webhook-refusals";
import type { PlatformDeps } from "../platform-deps.ts";
import { isNeverCalled } from "./guarded-connector.ts";

/**
 * Checks addresses for later calls in a request, by the rules of the calls.
 *
 * @throws {ApiError} 400 that names each address that can never be called.
 */
export function checkAddresses(
  { addresses: guard }: Pick<PlatformDeps, "addresses">,
  wanted: readonly { path: string; url: string }[],
): void {
  const refused = wanted.filter(({ url }) => isNeverCalled(url, guard));
  if (refused.length > 0) throw neverCalled(refused);
}
