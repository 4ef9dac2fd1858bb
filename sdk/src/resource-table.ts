import type { RequestOptions } from "./options.ts";
import type { Transport } from "./transport.ts";
import type { Wire } from "./transport-request.ts";

/**
 * A resource as data: the path that its operations share, then by name its methods and the resources inside it. A method
 * is `METHOD path sends…`: the verb (`LIST` for a GET with pages, `FILE` for one whose response is given as it is), the rest of the path (one that ends in `/` goes on with
 * the method's name), and what the call sends (`body`, `upload`, `query`) in the order of the method's parameters, which
 * follow those of the path.
 */
export type ResourceTable = readonly [
  base: string,
  members: { readonly [name: string]: string | ResourceTable },
];

/** A resource's functions, which need no `this`, and the resources inside it. */
export function createResource([base, members]: ResourceTable, transport: Transport): object {
  const resource: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    resource[name] =
      typeof member === "string"
        ? (...values: unknown[]) => call([name, member], values)
        : createResource(member, transport);
  }

  function call([name, row]: [string, string], values: unknown[]): unknown {
    const [verb = "", rest = "", ...sends] = row.split(" ");
    const path = base + rest + (rest.endsWith("/") ? name : "");
    // The generated types hold callers to a row's values: ids for its path, then what it sends, then options.
    const params: Record<string, string> = {};
    for (const [, id = ""] of path.matchAll(/:(\w+)/g)) params[id] = values.shift() as string;
    const wire: Record<string, unknown> & Wire = { params };
    for (const part of sends) wire[part] = values.shift();
    if (sends[0] === "body" && wire.body === undefined) wire.body = {};
    const options = values[0] as RequestOptions | undefined;
    if (verb === "LIST") return transport.list(["GET", path], wire, options);
    if (verb === "FILE") return transport.call(["GET", path], wire, options).asResponse();
    return transport.call([verb, path], wire, options);
  }
  return resource;
}
