import { builtInTypes } from "../../hierarchy/group-parents.ts";
import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";
import { toolCallAction } from "../../../domain/policy/baseline/policy-case.ts";
import { cedarTypeOf } from "../../../domain/policy/cedar-types.ts";

/** A type of entities with known attributes. */
export interface KnownType {
  /** The name of the type in requests. */
  type: string;
  /**
   * The Cedar types of attributes (`String`, `Long`, `Set<String>`) by name; all attributes except `id` are
   * optional.
   */
  attributes: Readonly<Record<string, string>>;
}

const builtIn: readonly KnownType[] = builtInTypes.map((type) => ({ type, attributes: {} }));

function cedarType(value: unknown): string {
  if (typeof value === "boolean") return "Bool";
  if (typeof value === "number") return "Long";
  return Array.isArray(value) ? "Set<String>" : "String";
}

const membersOf = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${cedarType(value)}`)
    .join(", ");

const { now, ...others } = harmlessFacts;
const { instant: _instant, ...time } = now;
const factTypes = `${membersOf(others)}, now: { ${membersOf(time)}, instant: datetime }`;

/** The entity types against which policies are checked: agents, tools and the given types. */
export function typesWith(known: readonly KnownType[]): readonly KnownType[] {
  const given = new Set(known.map(({ type }) => type));
  return [...builtIn.filter(({ type }) => !given.has(type)), ...known];
}

/**
 * The schema against which policies are checked. Each type can perform every action on each type. `context`
 * has the facts and `numbers`; only requests define the members of `numbers`.
 *
 * @param actions the actions that the policy names; the tool call is always added.
 */
export function schemaOf(types: readonly KnownType[], actions: ReadonlySet<string>): string {
  const names = types.map(({ type }) => cedarTypeOf(type));
  const entities = types.map(({ type, attributes }) => {
    const optional = Object.entries(attributes)
      .filter(([name]) => name !== "id")
      .map(([name, cedar]) => `, ${JSON.stringify(name)}?: ${cedar}`);
    return `entity ${cedarTypeOf(type)} in [${names.join(", ")}] = { id: String${optional.join("")} };`;
  });
  const all = [...new Set([toolCallAction, ...actions])].map((name) => JSON.stringify(name));
  return `type Facts = { ${factTypes} };
type Numbers = { args: {}, action: {}, principal: {}, resource: {}, context: {} };
type Context = { facts: Facts, numbers: Numbers };
${entities.join("\n")}
action ${all.join(", ")} appliesTo { principal: [${names.join(", ")}], resource: [${names.join(", ")}], context: Context };`;
}
