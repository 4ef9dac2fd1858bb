import type { OpenAPIObject } from "openapi3-ts/oas31";
import { banner, declarationOf, type Schema, TypePrinter } from "./generate-types.ts";

const common = `declare const unknownKind: unique symbol;

/** A kind of event that this version of the SDK does not know; of another type than all that it knows, so that \`event\` decides the type of \`data\`. */
export type UnknownEventKind = \`\${string}.\${string}\` & { readonly [unknownKind]: true };

interface Message<Kind extends string, Data> {
  event: Kind;
  /** When it happened: ISO 8601 UTC with milliseconds. */
  timestamp: string;
  data: Data;
}`;

/** The body of each webhook of a document: the event kind, and its payload. */
const payloadsOf = ({ webhooks }: OpenAPIObject): [kind: string, data: Schema | undefined][] =>
  Object.entries(webhooks ?? {}).map(([kind, item]) => {
    // Safe: webhooks of these documents are path items with one POST and an inline body.
    const { post } = item as { post: { requestBody: { content: Record<string, { schema: Schema }> } } };
    const { schema = {} } = post.requestBody.content["application/json"] ?? {};
    return [kind, "properties" in schema ? schema.properties?.["data"] : undefined];
  });

/**
 * The payload of each kind of event as an interface, and `WebhookEvent`, the union of all messages.
 *
 * @param messages a document whose components are those of its webhooks.
 * @param types the document whose components `types.ts` declares.
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
    "/** The body of a message to a webhook; `event` is its kind. */",
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
