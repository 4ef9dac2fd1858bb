import type { RequestOptions } from "./options.ts";
import type { Transport } from "./transport/transport.ts";

/**
 * A resource as data: its methods and nested resources by name. The path of a resource is its parent's path
 * followed by its own name in snake_case, or the value of `_`.
 *
 * A method is `METHOD path sends…`. `METHOD` is the HTTP method (`FILE` for a GET that returns the raw
 * response; `LIST` for a GET with pages that has the items in `data` and continues with `next_cursor` as
 * `after`; `LIST.member` for one that has the items in `member` and continues with `nextCursor` as `cursor`;
 * `LIST.` for one that returns an array). `path` continues the resource's path, or is a whole path after `=`; `~`
 * stands for the method name in snake_case. `sends` lists the parts that the call sends (`body`, `upload`,
 * `query`), in the order of the parameters that follow the path's parameters.
 */
export interface ResourceTable {
  readonly _?: string;
  readonly [name: string]: string | ResourceTable | undefined;
}

/** Creates a resource's nested resources and its methods, which do not use `this`. */
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
    const [kind = "", rest = ""] = row.split(" ");
    const [verb = "", listed] = kind.split(".");
    const path = (base + rest).replace(/.*=/, "");
    // The generated types enforce the values: the path's ids, the parts that the call sends, and the options.
    const params: Record<string, unknown> = {};
    for (const [, part = ""] of row.matchAll(/[: ](\w+)/g)) params[part] = values.shift();
    if ("body" in params && params.body === undefined) params.body = {};
    const wire = { ...params, params: params as Record<string, string> };
    const options = values[0] as RequestOptions | undefined;
    if (verb === "LIST") return transport.list(["GET", path], wire, options, listed);
    if (verb === "FILE") return transport.call(["GET", path], wire, options).asResponse();
    return transport.call([verb, path], wire, options);
  }
  return resource;
}
