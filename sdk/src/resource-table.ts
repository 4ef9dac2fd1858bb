import type { RequestOptions } from "./options.ts";
import type { Transport } from "./transport.ts";
import type { Wire } from "./transport-request.ts";

/**
 * A resource as data: the path that its operations share, then by name its methods and the resources inside it. A method
 * is `METHOD path sends…`: the verb (`LIST` for a GET with pages), the rest of the path (one that ends in `/` goes on with
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
        ? (...values: unknown[]) => {
            const [verb = "", rest = "", ...sends] = member.split(" ");
            const path = base + rest + (rest.endsWith("/") ? name : "");
            return call(transport, { verb, path, sends }, values);
          }
        : createResource(member, transport);
  }
  return resource;
}

/** A row of a {@link ResourceTable} taken apart. */
interface Operation {
  verb: string;
  /** The whole path. */
  path: string;
  sends: string[];
}

function call(transport: Transport, { verb, path, sends }: Operation, values: unknown[]): unknown {
  const take = (names: string[]): object => Object.fromEntries(names.map((name) => [name, values.shift()]));
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  // The generated types hold callers to a row's values: ids for its path, then what it sends, then options.
  const wire = { params: take(names), ...take(sends) } as Wire;
  const options = values[0] as RequestOptions | undefined;
  if (sends[0] === "body" && wire.body === undefined) wire.body = {};
  return verb === "LIST"
    ? transport.list(["GET", path], wire, options)
    : transport.call([verb, path], wire, options);
}
