import * as fc from "fast-check";
import { outputFile, sampleFile } from "../../conformance/harness/random-files.ts";
import { hostileNames, hostileValue, jsonOf } from "./hostile.ts";
import { often, rarely } from "./probabilities.ts";
import { bodyExamples, bodySchemaOf, type Described } from "./operations.ts";
import { contentTypes, headerText } from "./request-parts.ts";
import { type Schema, valuesOf } from "./schema-values.ts";

const bytesOf = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

const brokenBytes = fc.constantFrom(
  "",
  "{",
  "null",
  "[]",
  '"x"',
  "{}{}",
  '{"name":"a",}',
  "// x\n{}",
  "\u00ef\u00bb\u00bf{}",
  "\u00ff\u00fe{\u0000}\u0000",
  "\u00c0\u0080",
  '{"name":"\u00ed\u00a0\u0080"}',
  '{"name":"\u00ff"}',
  "\u0000",
  " ".repeat(5000),
);

/** Generates valid text with one fault: truncated, with one byte changed, or with duplicate members. */
const spoiltText = (text: string): fc.Arbitrary<string> =>
  fc
    .nat({ max: Math.max(0, text.length - 1) })
    .chain((at) =>
      fc.constantFrom(
        text.slice(0, at),
        `${text.slice(0, at)}\u0000${text.slice(at + 1)}`,
        `${text.slice(0, at)}"${text.slice(at)}`,
        text + text,
        text.replace(/^\{("(?:[^"\\]|\\.)*":)/, "{$10,$1"),
        text.replace(/\}$/, ',"__proto__":{"name":1}}'),
        `\ufeff${text}`,
      ),
    );

/** A body, with one character per byte, and its content type. */
export interface TypedBody {
  body: string | undefined;
  type: string;
}

/** Generates an operation's bodies, usually with a content type that fits. */
export function bodyOf({ route, operation, components }: Described): fc.Arbitrary<TypedBody> {
  const content = operation.requestBody?.content ?? {};
  const { streamed = [] } = route.metadata;
  const schema = content["application/json"]?.schema;
  const asFile = route.path.endsWith("/outputs") ? outputFile : sampleFile;
  const declared = bodySchemaOf(route) ? [json(bodyExamples(route), schema ?? {}, components)] : [];
  const jsonType = fc.constant("application/json");
  const fileType = streamed.length > 0 ? fc.constantFrom(...streamed) : jsonType;
  const choices = [
    ...declared.map((body) => fc.record({ body, type: jsonType })),
    ...(streamed.length > 0 ? [fc.record({ body: asFile.map(bytesOf), type: fileType })] : []),
  ];
  if (choices.length === 0) return fc.record({ body: rarely(fc.constantFrom("{}", "x")), type: jsonType });
  const usual = often(fc.oneof(...choices), fc.record({ body: brokenBytes, type: fileType }), 14);
  const types = fc.oneof(jsonType, fileType, fc.constantFrom(...contentTypes), headerText);
  return often(usual, fc.record({ body: usual.map(({ body }) => body), type: types }));
}

function json(
  shown: readonly unknown[],
  schema: Schema,
  components: Record<string, Schema>,
): fc.Arbitrary<string> {
  const made = (spoilt: number) => valuesOf(schema, { components, spoilt });
  // Only the examples contain objects that match each other, such as an evaluation and its dataset.
  const usual = shown.length > 0 ? fc.oneof(fc.constantFrom(...shown), made(0)) : made(0);
  return fc
    .oneof(
      { arbitrary: usual.map(jsonOf), weight: 6 },
      { arbitrary: usual.chain(spoiltOnce).map(jsonOf), weight: 6 },
      { arbitrary: made(4).map(jsonOf), weight: 3 },
      { arbitrary: made(25).map(jsonOf), weight: 2 },
      { arbitrary: usual.map(jsonOf).chain(spoiltText), weight: 2 },
    )
    .map(bytesOf);
}

/** Generates a value with one fault: a part is missing, duplicated or replaced. */
function spoiltOnce(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return hostileValue;
  const copy = (name: string, member: unknown) => {
    if (Array.isArray(value))
      return [...value.slice(0, Number(name)), member, ...value.slice(Number(name) + 1)];
    const changed = { ...value };
    Object.defineProperty(changed, name, {
      value: member,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return changed;
  };
  const inside = fc
    .constantFrom(...Object.entries(value))
    .chain(([name, member]: [string, unknown]) => spoiltOnce(member).map((spoilt) => copy(name, spoilt)));
  const missing = fc.constantFrom(...Object.keys(value)).map((name) => copy(name, undefined));
  const added = fc
    .tuple(fc.constantFrom(...hostileNames), hostileValue)
    .map(([name, member]) => (Array.isArray(value) ? [...value, member] : copy(name, member)));
  const doubled = fc.constant(Array.isArray(value) ? [...value, ...value] : [value]);
  return fc.oneof(
    { arbitrary: inside, weight: 8 },
    { arbitrary: missing, weight: 2 },
    { arbitrary: added, weight: 1 },
    doubled,
    hostileValue,
  );
}
