import * as fc from "fast-check";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { anyText, hostileNames, hostileTexts, jsonOf } from "./hostile.ts";
import { chosenIds, idsOf } from "./example-ids.ts";
import { often, rarely } from "./probabilities.ts";
import type { Described, Parameter } from "./operations.ts";
import { valuesOf } from "./schema-values.ts";

const brokenEscapes = [
  "%",
  "%zz",
  "%00",
  "%ff",
  "%c0%80",
  "%ed%a0%80",
  "%2e%2e%2f",
  "a%2fb",
  "%25",
  "%E2%80%A8",
];
/** Encodes text for a URL, which cannot contain half of a surrogate pair. */
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
const escaped = anyText.map((text) => encoded(text).slice(0, 4000));
const oddPart: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...brokenEscapes), escaped);

/**
 * Returns the ids for a parameter, based on its description, starting with that in the contract's examples.
 */
export function idsFor(description: string | undefined): string[] {
  const kind = /^Id of the ([a-z ]+)/.exec(description ?? "")?.[1] ?? "";
  const chosen = chosenIds[kind];
  if (chosen !== undefined) return [chosen];
  const found = idsOf(kind === "review task" ? "task" : kind);
  return found.length > 0 ? found : ["chart-118"];
}

/** Generates paths with ids: usually of the right kind, otherwise of another kind, unknown or malformed. */
export function pathOf({ route, operation }: Described): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === "path");
  const drawn = parameters.map(({ name, description }) => {
    const right = fc.constantFrom(...(name === "type" ? ["record"] : idsFor(description)));
    const other = fc.constantFrom(...Object.values(exampleIds), ...Object.values(chosenIds), "latch-1", "1");
    return often(often(right, other, 4), oddPart).map((value): [string, string] => [name, value]);
  });
  const filled = fc
    .tuple(...drawn)
    .map((pairs) => pairs.reduce((path, [name, value]) => path.replace(`:${name}`, () => value), route.path));
  const odd = filled.chain((path) =>
    fc.constantFrom(
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}/x`,
      `${path};a=b`,
      `${path}%00`,
      path.replace("/", "/./"),
    ),
  );
  return often(filled, odd, 29);
}

/**
 * Generates an operation's queries: its parameters with valid and invalid values, and unknown parameters. One
 * in three has no optional parameter, because few values of many parameters are accepted together.
 */
export function queryOf({ operation, components }: Described): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === "query");
  const required = parameters.filter((one) => one.required === true);
  const all = queryWith(parameters, components);
  return fc.oneof({ arbitrary: all, weight: 2 }, { arbitrary: queryWith(required, components), weight: 1 });
}

function queryWith(parameters: readonly Parameter[], components: Described["components"]) {
  const known = parameters.map(({ name, required = false, schema }) => {
    const texts = [0, 20].map((spoilt) =>
      valuesOf(schema, { components, spoilt }, name).map((value) =>
        (Array.isArray(value) ? value : [value])
          .slice(0, 60)
          .map((one) => `${name}=${textOf(one)}`)
          .join("&"),
      ),
    );
    return often(required ? fc.constant(true) : fc.boolean(), fc.boolean()).chain((sent) =>
      sent ? fc.oneof(...texts) : fc.constant(""),
    );
  });
  const names = [
    ...parameters.map(({ name }) => name),
    ...hostileNames.map((name) => encodeURIComponent(name)),
    "limit",
  ];
  const odd = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom("", "[]", "[0]", "[a][b]", "%5B%5D", ".x"),
      oddPart,
      fc.constantFrom("=", "", "=="),
    )
    .map(([name, suffix, value, sign]) => `${name}${suffix}${sign}${value}`);
  const extra = often(
    fc.constant<string[]>([]),
    fc.array(fc.oneof(odd, fc.constantFrom("&&", "=", "?", "limit=1&limit=2")), { maxLength: 4 }),
    6,
  );
  return fc
    .tuple(fc.tuple(...known), extra)
    .map(([parts, more]) => [...parts, ...more].filter((part) => part !== "").join("&"));
}

const textOf = (value: unknown): string =>
  encoded(typeof value === "string" ? value : jsonOf(value)).slice(0, 3000);

/** Generates text that a header may contain. */
export const headerText = fc
  .oneof(fc.constantFrom(...hostileTexts), fc.string({ maxLength: 40 }))
  // Exclude values that Node.js itself refuses to send.
  .map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, 3000));

/** Wrong content types for a body. */
export const contentTypes = [
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/json;charset",
  "APPLICATION/JSON",
  "application/problem+json",
  "application/x-ndjson",
  "text/csv",
  "text/csv; charset=utf-16le",
  "text/csv; delimiter=auto",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/json, text/csv",
  "",
  ";",
];

/** Generates optional headers for any request. */
export const furtherHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record({
    "idempotency-key": rarely(fc.oneof(fc.constantFrom("k1", "k2", ""), headerText)),
    "x-request-id": rarely(headerText, 29),
    range: rarely(
      fc.constantFrom(
        "bytes=0-0",
        "bytes=5-2",
        "bytes=-1",
        "bytes=0-,5-6",
        "bytes=99999999999999999999-",
        "items=1",
      ),
      29,
    ),
    "if-none-match": rarely(headerText, 59),
    "last-event-id": rarely(fc.oneof(fc.constantFrom("0", "-1", "1e3", "99999999999999999"), headerText), 29),
    accept: rarely(fc.constantFrom("*/*", "text/html", "application/xml;q=0.1", ""), 29),
    authorization: rarely(
      fc.constantFrom(
        "Bearer",
        "Basic eDp5",
        "Bearer assay_live_x",
        `Bearer ${"x".repeat(4000)}`,
        "bearer  a b",
      ),
      59,
    ),
    "content-encoding": rarely(fc.constantFrom("br", "identity", "gzip, gzip", "x", "gzip"), 49),
    origin: rarely(fc.constantFrom("null", "https://example.org"), 59),
    "x-http-method-override": rarely(fc.constantFrom("DELETE", "PUT"), 59),
    cookie: rarely(headerText, 59),
  })
  .map((headers) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  );
