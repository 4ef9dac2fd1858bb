import {
  affectedDecisions,
  defaultSimulated,
  loggedDecision,
  type LoggedDecision,
  sentEntitiesOf,
  versionKey,
  versionsOf,
} from "@assay/contract/control/simulation/simulate-policy";
import type { EffectivePolicy } from "@assay/contract/control/cedar/policy-set";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import type { EntityNode, FindNode } from "@assay/contract/control/hierarchy/entity-nodes";
import { storedStateOf, unloadedIn } from "@assay/contract/control/hierarchy/stored-state";
import type { SimulatePolicyBody } from "@assay/contract/control/policies/policy-responses";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { setImmediate } from "node:timers/promises";
import { listEvents } from "../../../evidence/events/event-queries.ts";
import { loadNodes } from "../../hierarchy-queries.ts";
import { getSettings } from "../../settings/settings-queries.ts";
import { effectiveOf } from "../effective-policy-catalog.ts";
import { findPolicyVersions } from "../policy-queries.ts";

/** Consecutive decisions, the newest first, and what their replay requires beyond the earlier pieces. */
export interface DecisionPiece {
  decisions: LoggedDecision[];
  versions: EffectivePolicy[];
  /** The entities as they are now, each with its `entityKey`. */
  nodes: [key: string, node: EntityNode][];
}

/** What a simulation reads. */
interface ReadDecisions {
  draft: EffectivePolicy;
  body: SimulatePolicyBody;
}

/** Number of decisions in a piece. A decision has up to 64 KiB, and reading it takes up to 1 ms. */
const decisionsPerPiece = 10;

/** Reads the latest decisions that a draft may affect, the newest first. */
export async function* readDecisionPieces(
  db: Knex,
  workspaceId: string,
  { draft, body }: ReadDecisions,
): AsyncGenerator<DecisionPiece> {
  const complete = pieceReader(db, workspaceId, await getSettings(db, workspaceId));
  for await (const decisions of readDecisions(db, workspaceId, body))
    yield await complete(affectedDecisions(draft, decisions));
}

/** Reads the latest decisions page by page. Other requests are processed after each decision. */
async function* readDecisions(
  db: Knex,
  workspaceId: string,
  { agentId, last }: SimulatePolicyBody,
): AsyncGenerator<LoggedDecision[]> {
  const filter = { type: "policy_decision", origin: "server" as const, agentId };
  let after: number | undefined;
  for (let left = last ?? defaultSimulated; left > 0; left -= decisionsPerPiece) {
    const limit = Math.min(left, decisionsPerPiece);
    const rows = await listEvents(db, { workspaceId, filter }, { order: "desc", limit, after });
    const decisions: LoggedDecision[] = [];
    for (const { event_id: id, seq, data } of rows) {
      decisions.push(loggedDecision({ eventId: formatId("event", id), seq, data }));
      await setImmediate();
    }
    yield decisions;
    after = rows.at(-1)?.seq;
    if (rows.length < limit) return;
  }
}

/** Returns a function that adds to decisions the versions and entities that no earlier piece contains. */
function pieceReader(db: Knex, workspaceId: string, settings: Awaited<ReturnType<typeof getSettings>>) {
  const sentVersions = new Set<string>();
  const nodes = new Map<string, EntityNode>();
  return async (decisions: LoggedDecision[]): Promise<DecisionPiece> => {
    const wanted = versionsOf(decisions).filter((one) => !sentVersions.has(versionKey(one)));
    const versions = (await findPolicyVersions(db, workspaceId, wanted)).map(effectiveOf);
    for (const one of wanted) sentVersions.add(versionKey(one));
    const sentNodes = new Map(nodes);
    const described = sentEntitiesOf(decisions);
    // A new function for each piece, because states are cached for each function.
    const find: FindNode = (name) => nodes.get(entityKey(name));
    const missing = () => described.map((one) => unloadedIn(one, storedStateOf(one, find)));
    await loadNodes(db, workspaceId, { nodes, settings, missing });
    const added = [...nodes].filter(([key, node]) => sentNodes.get(key) !== node);
    for (const [key, node] of added) nodes.set(key, withoutContents(node));
    return { decisions, versions, nodes: added };
  };
}

/** An entity of which only the parents are needed again. Its properties have been passed on. */
const withoutContents = ({ properties, parents }: EntityNode): EntityNode => ({
  properties: properties && {},
  parents,
});
