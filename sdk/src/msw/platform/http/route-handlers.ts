import { contract } from "@assay/contract/openapi/apis";
import type { DescribedRoute } from "@assay/contract/platform/c";
import type { PlatformState } from "../state/platform-tables.ts";
import type { HandlerResponse, Call, ContractHandlers } from "./handler.ts";

/** The implementation of any route. */
export type AnyHandler<State extends PlatformState> = (
  input: object,
  call: Call<State>,
) => HandlerResponse | Promise<HandlerResponse>;

/** Creates a function that looks up a route's implementation. */
export function handlerFinder<State extends PlatformState>(
  handlers: ContractHandlers<State>,
): (route: DescribedRoute) => AnyHandler<State> {
  const byRoute = new Map<unknown, AnyHandler<State>>(
    Object.entries(contract).flatMap(([resource, routes]) =>
      Object.entries(routes).map(([name, route]): [unknown, AnyHandler<State>] => {
        // `ContractHandlers` has one function per route in the contract, for the route's validated input.
        return [route, Reflect.get(Reflect.get(handlers, resource), name) as AnyHandler<State>];
      }),
    ),
  );
  return (route) => {
    const handler = byRoute.get(route);
    if (!handler) throw new Error(`${route.metadata.operationId} has no handler.`);
    return handler;
  };
}
