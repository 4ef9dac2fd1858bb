import type { DescribedRoute } from "../platform/c.ts";
import { methodNotAllowed, unknownPath } from "../platform/refusals.ts";
import { validationFailed } from "../platform/validation/validation.ts";
import { contract, routesOf } from "./apis.ts";

/** A route in the contract with a pattern for its path. */
interface KnownRoute {
  route: DescribedRoute;
  pattern: RegExp;
  names: readonly string[];
}

const knownRoutes: readonly KnownRoute[] = routesOf(contract).map((route) => ({
  route,
  // Matches as the server does: case-sensitive, with an optional trailing slash.
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, "([^/]+)")}/?$`),
  names: [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name),
}));

/** A request's route, with the decoded parameters in its path. */
export interface RouteMatch {
  route: DescribedRoute;
  params: Record<string, string>;
}

/** Returns an operation's route. */
export function routeOfOperation(operationId: string): DescribedRoute {
  const found = knownRoutes.find(({ route }) => route.metadata.operationId === operationId);
  if (found) return found.route;
  const meant = nearest(operationId);
  throw new TypeError(
    `Operation "${operationId}" not found. ${meant ? `Did you mean "${meant}"? ` : ""}Use one of ${operationIds.join(", ")}.`,
  );
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Returns the operation that has a similar name or belongs to the client method with this name. */
function nearest(name: string): string | undefined {
  const found = knownRoutes.find(({ route: { metadata } }) =>
    [metadata.operationId, metadata.sdk ?? ""].some((one) => folded(one) === folded(name)),
  );
  return found?.route.metadata.operationId;
}

/** Every operation, in the contract's order. */
export const operationIds: readonly string[] = knownRoutes.map(({ route }) => route.metadata.operationId);

/** Returns a route's path parameters, if it has the path. @throws {ApiError} 400 for invalid %-encoding. */
export function paramsOf(route: DescribedRoute, path: string): Record<string, string> | undefined {
  const shape = knownRoutes.find((one) => one.route === route);
  const match = shape?.pattern.exec(path);
  if (!shape || !match) return undefined;
  return Object.fromEntries(shape.names.map((name, index) => [name, decoded(match[index + 1] ?? "")]));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    const message = "The path has an invalid %-encoding; it must be valid UTF-8.";
    throw validationFailed([{ path: "path", code: "invalid_format", message }]);
  }
}

/**
 * Finds a request's route; a HEAD request uses the GET route.
 *
 * @throws {ApiError} 404 for an unknown path, 405 for a wrong method, 400 for invalid %-encoding.
 */
export function matchRoute(method: string, path: string): RouteMatch {
  const candidates = knownRoutes.filter(({ pattern }) => pattern.test(path));
  const routeMethod = method === "HEAD" ? "GET" : method;
  // As in the server's router, invalid %-encoding is refused before the method is checked.
  const read = candidates.map(({ route }) => ({ route, params: paramsOf(route, path) ?? {} }));
  const found = read.find(({ route }) => route.method === routeMethod);
  if (found) return found;
  if (candidates.length === 0) throw unknownPath(method, path);
  // A path can match two routes: /v1/reviews/queue also matches /v1/reviews/:id.
  const methods = new Set(candidates.map(({ route }) => route.method as string));
  if (methods.has("GET")) methods.add("HEAD");
  throw methodNotAllowed(method, [...methods].toSorted());
}
