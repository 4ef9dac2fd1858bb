// Finds the entities that a decision needs and that are not loaded.
import type { ReachedEntities } from "../../../domain/policy/baseline/policy-case.ts";
import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";
import { TextFault } from "../../cedar/engine/cedar-instance.ts";
import { requestTooLarge } from "../../cedar/policy-size.ts";
import { cedarRequest } from "../../cedar/request/cedar-request.ts";
import type { CompiledGroup } from "../../cedar/sets/compile-set.ts";
import type { EntityName } from "../../hierarchy/entity-name.ts";
import type { FindNode, MissingEntities } from "../../hierarchy/entity-nodes.ts";
import { entityStateOf, type StoredState, storedStateOf, unloadedIn } from "../../hierarchy/stored-state.ts";
import type { AuthorizationRequest } from "../authorize-call.ts";
import { seenRequest } from "../evaluate-request.ts";

/**
 * Maximum number of entities with properties that one request loads at once. The engine counts the characters
 * of loaded properties, and ends the search if there are too many.
 */
const maxAtOnce = 32;

/** Collects what statements read of entities that are not loaded. */
class MissingFinder {
  readonly #call: AuthorizationRequest;
  readonly #find: FindNode;
  readonly whole: EntityName[] = [];
  readonly parents: EntityName[] = [];

  constructor(call: AuthorizationRequest, find: FindNode) {
    this.#call = call;
    this.#find = find;
  }

  /** Finds entities. An entity that is not loaded seems to have no properties and no parents. */
  readonly entities: ReachedEntities = {
    propertiesOf: (name) => {
      const properties = this.#find(name)?.properties;
      if (properties === undefined) this.whole.push(name);
      return properties ?? null;
    },
    ancestorsOf: (name) => {
      const { ancestors, isUnloaded, unloaded } = entityStateOf(name, this.#find, this.#call);
      if (isUnloaded) this.whole.push(name);
      for (const one of unloaded) this.parents.push(one);
      return ancestors;
    },
  };

  /** Adds what the statements of a group read. */
  addReads(group: CompiledGroup, storedOf: StoredState): void {
    const request = seenRequest(this.#call, { storedOf, entities: this.entities });
    if (requestTooLarge(request, true) !== undefined) return;
    try {
      cedarRequest({ ...request, facts: harmlessFacts }, group);
    } catch (error) {
      // The evaluation finds the same fault and denies.
      if (!(error instanceof TextFault)) throw error;
    }
  }
}

/**
 * The entities that the decision on a call needs and that are not loaded: first those that the call describes,
 * with their ancestors, and then those that policies read. Loading them may reveal further ones.
 *
 * @param readers the groups of statements that read references or entities by name.
 */
export function missingEntities(
  call: AuthorizationRequest,
  find: FindNode,
  readers: readonly CompiledGroup[],
): MissingEntities {
  const storedOf = storedStateOf(call, find);
  const own = unloadedIn(call, storedOf);
  if (readers.length === 0 || own.whole.length + own.parents.length > 0) return own;
  const finder = new MissingFinder(call, find);
  for (const group of readers) finder.addReads(group, storedOf);
  return { whole: finder.whole.slice(0, maxAtOnce), parents: finder.parents };
}
