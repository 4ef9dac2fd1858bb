import { contract } from "@assay/contract/openapi/apis";
import type { DescribedRoute } from "@assay/contract/platform/c";
import type { PlatformState } from "../state/platform-tables.ts";
import { type HandlerResponse, type Call, type ContractHandlers, successes } from "./handler.ts";

type AnyHandler<State extends PlatformState, Result> = (
  input: object,
  call: Call<State>,
) => Result | Promise<Result>;

/** Adds the status of the route's only success; a route with two successes returns the status itself. */
function withStatus<State extends PlatformState>(
  { responses }: DescribedRoute,
  handler: AnyHandler<State, unknown>,
): AnyHandler<State, HandlerResponse> {
  const [status = 0, other] = successes.filter((one) => Object.hasOwn(responses, one));
  // The type of such a route's handler requires it to return the status and the body.
  if (other !== undefined) return handler as AnyHandler<State, HandlerResponse>;
  return async (input, call) => ({ status, body: await handler(input, call) });
}

/** Creates a function that looks up a route's implementation. */
export function handlerFinder<State extends PlatformState>(
  handlers: ContractHandlers<State>,
): (route: DescribedRoute) => AnyHandler<State, HandlerResponse> {
  const byRoute = new Map<unknown, AnyHandler<State, HandlerResponse>>(
    Object.entries(contract).flatMap(([resource, routes]) =>
      Object.entries(routes).map(([name, route]) => {
        // `ContractHandlers` has one function per route in the contract, for the route's validated input.
        const handler = Reflect.get(Reflect.get(handlers, resource), name) as AnyHandler<State, unknown>;
        return [route, withStatus(route, handler)] as const;
      }),
    ),
  );
  return (route) => {
    const handler = byRoute.get(route);
    if (!handler) throw new Error(`${route.metadata.operationId} has no handler.`);
    return handler;
  };
}
