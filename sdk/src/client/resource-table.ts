import type { RequestOptions } from "./options.ts";
import type { Transport } from "./transport/transport.ts";

/**
 * A resource as data: its methods and nested resources by name. Its path is the path of its parent and its own name in
 * snake_case, or the value of `_`.
 *
 * A method is `METHOD path sends…`: the verb (`LIST` for a GET with pages, `FILE` for one that returns the raw response);
 * the path after that of the resource, or a whole path after `=`, with `~` for the method name in snake_case; and
 * the parts that the call sends (`body`, `upload`, `query`) in the order of the parameters, which follow those of the path.
 */
export interface ResourceTable {
  readonly _?: string;
  readonly [name: string]: string | ResourceTable | undefined;
}

/** Creates the methods of a resource, which need no `this`, and its nested resources. */
export function createResource(table: ResourceTable, transport: Transport, expected = ""): object {
  const { _: base = expected, ...members } = table;
  const resource: Record<string, unknown> = {};
  for (const [name, member = ""] of Object.entries(members)) {
    const segment = name.replaceAll(/[A-Z]/g, "_$&").toLowerCase();
    resource[name] =
      typeof member === "string"
        ? (...values: unknown[]) => call(member.replace("~", segment), values)
        : createResource(member, transport, `${base}/${segment}`);
  }

  function call(row: string, values: unknown[]): unknown {
    const [verb = "", rest = ""] = row.split(" ");
    const path = (base + rest).replace(/.*=/, "");
    // The generated types enforce the values of a row: ids of its path, then the parts that it sends, then options.
    const params: Record<string, unknown> = {};
    for (const [, part = ""] of row.matchAll(/[: ](\w+)/g)) params[part] = values.shift();
    if ("body" in params && params.body === undefined) params.body = {};
    const wire = { ...params, params: params as Record<string, string> };
    const options = values[0] as RequestOptions | undefined;
    if (verb === "LIST") return transport.list(["GET", path], wire, options);
    if (verb === "FILE") return transport.call(["GET", path], wire, options).asResponse();
    return transport.call([verb, path], wire, options);
  }
  return resource;
}
