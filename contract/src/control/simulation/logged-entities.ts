import type { OnBehalfOf } from "../../domain/policy/baseline/policy-case.ts";
import type { PolicyDecisionData } from "../decisions/policy-decision-data.ts";
import type { EntityName } from "../hierarchy/entity-name.ts";
import type { FindNode } from "../hierarchy/entity-nodes.ts";
import { linksOf, onBehalfOfInput } from "../hierarchy/on-behalf-of.ts";
import { type EntityState, isComplete, stateDigestOf, storedStateOf } from "../hierarchy/stored-state.ts";
import type { SentEntities } from "../hierarchy/sent-entities.ts";

/** The principals on whose behalf the subject acted, as far as the log contains their properties. */
function chainOf({ onBehalfOf = [], said: logged }: PolicyDecisionData): OnBehalfOf | undefined {
  const complete = onBehalfOfInput.safeParse(logged?.onBehalfOf).data;
  const names = onBehalfOf.reduceRight<OnBehalfOf | undefined>(
    (below, link) => ({ ...link, onBehalfOf: below }),
    undefined,
  );
  return complete ?? names;
}

/** The entities that the caller of a decision described, as logged. */
export function loggedEntities(data: PolicyDecisionData): SentEntities {
  const { subject, resource, said: logged } = data;
  return {
    subject: {
      ...subject,
      properties: logged?.subjectProperties,
      parents: logged?.subjectParents,
      onBehalfOf: chainOf(data),
    },
    resource: { ...resource, properties: logged?.resourceProperties, parents: logged?.resourceParents },
  };
}

/** The state of a described entity when the decision was made; undefined if the state has changed since. */
export interface StateThen {
  name: EntityName;
  state: Pick<EntityState, "properties" | "ancestors"> | undefined;
}

/** The states of the described entities when a decision was made. */
export interface StatesThen {
  subject: StateThen;
  resource: StateThen;
  chain: readonly StateThen[];
}

/** The state of an entity that is not stored and has no ancestors. */
export const neverStored = { properties: null, ancestors: [] };

/** The state at the time of the decision. @param digest null if the entity was not stored. */
function stateAt(name: EntityName, state: EntityState, digest: string | null): StateThen {
  const isSame = isComplete(state) && stateDigestOf(state) === digest;
  return { name, state: digest === null ? neverStored : isSame ? state : undefined };
}

/** Determines these states from the entities as they are now and the digests in the decision's event. */
export function statesThen(data: PolicyDecisionData, sent: SentEntities, find: FindNode): StatesThen {
  const now = storedStateOf(sent, find);
  const { stored } = data;
  return {
    subject: stateAt(sent.subject, now.subject, stored?.subject ?? null),
    resource: stateAt(sent.resource, now.resource, stored?.resource ?? null),
    chain: linksOf(sent.subject.onBehalfOf).map((name, index) => {
      const [digest, state] = [stored?.onBehalfOf?.[index], now.chain[index]];
      // The first events do not contain the states of principals.
      return digest === undefined || !state ? { name, state: undefined } : stateAt(name, state, digest);
    }),
  };
}
