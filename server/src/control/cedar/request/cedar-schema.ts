import { harmlessFacts, toolCallAction } from "@assay/contract/domain";
import { cedarTypeOf } from "./cedar-values.ts";

/** A type of entities whose attributes are known. */
export interface KnownType {
  /** As requests name it. */
  type: string;
  /** Attribute → its type as a schema of Cedar writes it (`String`, `Long`, `Set<String>`); all are optional but `id`. */
  attributes: Readonly<Record<string, string>>;
}

const builtIn: readonly KnownType[] = [
  { type: "agent", attributes: {} },
  { type: "tool", attributes: {} },
];

function cedarType(value: unknown): string {
  if (typeof value === "boolean") return "Bool";
  if (typeof value === "number") return "Long";
  return Array.isArray(value) ? "Set<String>" : "String";
}

const factTypes = Object.entries(harmlessFacts)
  .map(([name, value]) => `${name}: ${cedarType(value)}`)
  .join(", ");

/** The types that policies are checked against: agents, tools, and those given. */
export function typesWith(known: readonly KnownType[]): readonly KnownType[] {
  const given = new Set(known.map(({ type }) => type));
  return [...builtIn.filter(({ type }) => !given.has(type)), ...known];
}

/**
 * The schema that policies are checked against: every action may be done by each type to each type, and `context` holds the
 * facts.
 *
 * @param actions those that the policy names; the call of a tool is among them always.
 */
export function schemaOf(types: readonly KnownType[], actions: ReadonlySet<string>): string {
  const names = types.map(({ type }) => cedarTypeOf(type));
  const entities = types.map(({ type, attributes }) => {
    const optional = Object.entries(attributes)
      .filter(([name]) => name !== "id")
      .map(([name, cedar]) => `, ${JSON.stringify(name)}?: ${cedar}`);
    return `entity ${cedarTypeOf(type)} = { id: String${optional.join("")} };`;
  });
  const all = [...new Set([toolCallAction, ...actions])].map((name) => JSON.stringify(name));
  return `type Facts = { ${factTypes} };
type Context = { facts: Facts };
${entities.join("\n")}
action ${all.join(", ")} appliesTo { principal: [${names.join(", ")}], resource: [${names.join(", ")}], context: Context };`;
}
