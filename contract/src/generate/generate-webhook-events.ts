import type { OpenAPIObject } from "openapi3-ts/oas31";
import { banner, declarationOf, type Schema, TypePrinter } from "./generate-types.ts";

const common = `declare const unknownKind: unique symbol;

/**
 * An event kind that this version of the SDK does not know. Its type differs from all known kinds, so that
 * \`event\` determines the type of \`data\`.
 */
export type UnknownEventKind = \`\${string}.\${string}\` & { readonly [unknownKind]: true };

interface Message<Kind extends string, Data> {
  event: Kind;
  /** Time of the event: ISO 8601 UTC with milliseconds. */
  timestamp: string;
  data: Data;
}`;

/** Returns the event kind and the payload of each webhook in a document. */
const payloadsOf = ({ webhooks }: OpenAPIObject): [kind: string, data: Schema | undefined][] =>
  Object.entries(webhooks ?? {}).map(([kind, item]) => {
    // Safe: the webhooks in these documents are path items with one POST and an inline body.
    const { post } = item as { post: { requestBody: { content: Record<string, { schema: Schema }> } } };
    const { schema = {} } = post.requestBody.content["application/json"] ?? {};
    return [kind, "properties" in schema ? schema.properties?.["data"] : undefined];
  });

/**
 * Prints the payload of each event kind as an interface, and `WebhookEvent`, which is the union of all
 * messages.
 *
 * @param messages a document whose components are those used by its webhooks.
 * @param types the document with the components that `types.ts` declares.
 */
export function webhookEventTypes(messages: OpenAPIObject, types: OpenAPIObject): string {
  const schemas = messages.components?.schemas ?? {};
  const printer = new TypePrinter(schemas, true);
  const isShared = (name: string): boolean => Object.hasOwn(types.components?.schemas ?? {}, name);
  const declarations = Object.entries(schemas)
    .filter(([name]) => !isShared(name))
    .map(([name, schema]) => declarationOf(name, schema, printer));
  const members = payloadsOf(messages).map(
    ([kind, data]) => `  | Message<${JSON.stringify(kind)}, ${printer.print(data)}>`,
  );
  const union = [
    "/** The body of a webhook message; `event` is the event kind. */",
    "export type WebhookEvent =",
    ...members,
    "  | Message<UnknownEventKind, Record<string, unknown>>;",
  ].join("\n");
  const text = [common, ...declarations, union].join("\n\n");
  const shared = Object.keys(schemas).filter(
    (name) => isShared(name) && new RegExp(`\\b${name}\\b`).test(text),
  );
  return `${banner}import type { ${shared.join(", ")} } from "./types.ts";\n\n${text}\n`;
}
