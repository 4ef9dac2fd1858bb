import type { RequestOptions } from "./options.ts";
import type { Transport } from "./transport.ts";
import type { Route, Wire } from "./transport-request.ts";

/**
 * A resource as data: the path that its operations share, then its methods and the resources inside it by name. A method
 * is `METHOD path sends…`: the verb (`LIST` for a GET with pages), the rest of the path, and what the call sends (`body`,
 * `upload`, `query`) in the order of the method's parameters, which follow those of the path.
 */
export type ResourceTable = readonly [
  base: string,
  members: { readonly [name: string]: string | ResourceTable },
];

/** A resource's functions, which need no `this`, and the resources inside it. */
export function createResource([base, members]: ResourceTable, transport: Transport): object {
  const made = Object.entries(members).map(([name, member]) => [
    name,
    typeof member === "string"
      ? (...values: unknown[]) => callOperation(transport, readRow(base, member), values)
      : createResource(member, transport),
  ]);
  return Object.fromEntries(made) as object;
}

/** An operation of a {@link ResourceTable} taken apart. */
interface Operation {
  verb: string;
  path: string;
  sends: string[];
}

function readRow(base: string, row: string): Operation {
  const [verb = "", path = "", ...sends] = row.split(" ");
  return { verb, path: base + path, sends };
}

function callOperation(transport: Transport, { verb, path, sends }: Operation, values: unknown[]): unknown {
  const take = (names: string[]): object => Object.fromEntries(names.map((name) => [name, values.shift()]));
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  // The generated types hold callers to a row's values: ids for the path, then what it sends, then options.
  const wire = { params: take(names), ...take(sends) } as Wire;
  const options = values[0] as RequestOptions | undefined;
  if (sends.includes("body") && wire.body === undefined) wire.body = {};
  return verb === "LIST"
    ? transport.list(["GET", path], wire, options)
    : transport.call([verb, path], wire, options);
}

/** The method and the path of one operation of a resource, for what is sent otherwise than the method does. */
export function routeOf([base]: ResourceTable, row: string): Route {
  const { verb, path } = readRow(base, row);
  return [verb, path];
}
