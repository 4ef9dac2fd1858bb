import type { DescribedRoute } from "@assay/contract/platform/c";
import { parsedUrl } from "@assay/contract/domain";
import type { OperationId } from "./operation-id.ts";

/** Returns a route's operation. The generator derives the operations from the contract's routes. */
export const operationOf = (route: DescribedRoute): OperationId => route.metadata.operationId as OperationId;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Matches every URL under a base URL. The pattern has no groups, so that MSW does not decode the path. */
export const underUrl = (baseUrl: string): RegExp => new RegExp(`^${escaped(baseUrl)}(?:/|$)`);

/** Matches one route's URLs under a base URL; the pattern has no groups. */
export const routeUrls = ({ path }: DescribedRoute, baseUrl: string): RegExp =>
  new RegExp(`^${escaped(baseUrl)}${path.replaceAll(/:\w+/g, "[^/]+")}/?$`);

/** Returns a request's path below a base URL. */
export function pathUnder(baseUrl: string, url: URL): string {
  return (url.origin + url.pathname).slice(baseUrl.length) || "/";
}

/** Parses a base URL and removes its trailing slashes. @throws {TypeError} if invalid. */
export function readBaseUrl(given = "http://127.0.0.1:8787"): string {
  const url = parsedUrl(given);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) {
    return (url.origin + url.pathname).replace(/\/+$/, "");
  }
  throw new TypeError(`baseUrl is "${given}"; it must be an http(s) URL without query and fragment.`);
}
