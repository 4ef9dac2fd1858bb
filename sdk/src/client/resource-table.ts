import type { RequestOptions } from "./options.ts";
import type { Transport } from "./transport/transport.ts";

/**
 * A resource as data: by name its methods and the resources inside it. Its path is that of the resource that it is in and its
 * own name in snake_case, or what stands under `_`.
 *
 * A method is `METHOD path sends…`: the verb (`LIST` for a GET with pages, `FILE` for one whose response is given as it is);
 * what follows the resource's path, or a whole path behind `=`, with `~` in place of the method's name in snake_case; and
 * what the call sends (`body`, `upload`, `query`) in the order of the method's parameters, which follow those of the path.
 */
export interface ResourceTable {
  readonly _?: string;
  readonly [name: string]: string | ResourceTable | undefined;
}

/** A resource's functions, which need no `this`, and the resources inside it. */
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
    // The generated types hold callers to a row's values: ids for its path, then what it sends, then options.
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
