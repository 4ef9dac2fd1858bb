import { readFileSync } from "node:fs";

/** A position in a response that holds one of a fixed set of values. */
export interface EnumPosition {
  /**
   * The position's name: a path that starts at the nearest named schema (`Approval.status`), or the name of
   * an enum (`EvaluationStatus`).
   */
  name: string;
  /** The path to the position in a body. Each step is a member's name, or `null` for every item or value. */
  steps: readonly (string | null)[];
  values: readonly string[];
}

interface Schema {
  $ref?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Visit {
  schema: Schema | boolean | undefined;
  name: string;
  steps: readonly (string | null)[];
  /**
   * The named schemas around this one. They ensure that a schema that contains itself is visited only once.
   */
  within: readonly string[];
}

type Schemas = Readonly<Record<string, Schema>>;

function positionsIn(schemas: Schemas, { schema, name, steps, within }: Visit): EnumPosition[] {
  if (typeof schema !== "object") return [];
  const visit = (one: Schema | boolean | undefined, suffix = "", ...step: (string | null)[]) =>
    positionsIn(schemas, { schema: one, name: `${name}${suffix}`, steps: [...steps, ...step], within });
  if (schema.$ref !== undefined) {
    const target = schema.$ref.split("/").at(-1) ?? "";
    const referred = schemas[target];
    if (!referred) return [];
    if (within.includes(target)) return [];
    return positionsIn(schemas, { schema: referred, name: target, steps, within: [...within, target] });
  }
  if (schema.enum) return [{ name, steps, values: schema.enum.map(String) }];
  const members = Object.entries(schema.properties ?? {});
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...members.flatMap(([member, one]) => visit(one, `.${member}`, member)),
    ...[schema.items, ...(schema.prefixItems ?? [])].flatMap((one) => visit(one, "[]", null)),
    ...visit(schema.additionalProperties, "{}", null),
    ...branches.flatMap((one) => visit(one)),
  ];
}

/** The part of an OpenAPI document that is used here: operations by path, with their responses. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

// Read the generated files, because building the documents would take a second in each test file.
const readDocument = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../../contract/openapi/${name}.json`, import.meta.url), "utf8"));

const positionsOf = ({ schemas }: Document["components"], { operationId, responses }: Operation) =>
  Object.entries(responses).map(([status, { content = {} }]): [string, EnumPosition[]] => [
    `${operationId} ${status}`,
    Object.values(content).flatMap(({ schema }) =>
      positionsIn(schemas, { schema, name: operationId, steps: [], within: [] }),
    ),
  ]);

let positions: Map<string, EnumPosition[]> | undefined;

/** Returns the enums in each response in the contract, by operation and status (`getReview 200`). */
export function enumPositions(): ReadonlyMap<string, readonly EnumPosition[]> {
  positions ??= new Map(
    ["evaluation", "control-plane"].map(readDocument).flatMap(({ paths, components }) =>
      Object.values(paths)
        .flatMap((item) => Object.values(item))
        .flatMap((operation) => positionsOf(components, operation)),
    ),
  );
  return positions;
}

/** Returns the values at a position in a body. */
export function valuesAt(body: unknown, steps: EnumPosition["steps"]): unknown[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [body];
  if (typeof body !== "object" || body === null) return [];
  const inner =
    step === null ? Object.values(body) : Object.hasOwn(body, step) ? [Reflect.get(body, step)] : [];
  return inner.flatMap((value) => valuesAt(value, rest));
}
