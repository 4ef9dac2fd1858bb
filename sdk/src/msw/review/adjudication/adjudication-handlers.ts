import {
  checkDisagreementReader,
  disagreementKey,
} from "@assay/contract/review/adjudication/disagreements/disagreement-rules";
import { disagreementToWire } from "@assay/contract/review/adjudication/disagreements/disagreement-wire";
import { referenceKey, referenceToWire } from "@assay/contract/review/adjudication/reference-wire";
import { newestPage, sortedPage } from "@assay/contract/platform/paging/sorted-page";
import { listReached } from "@assay/contract/workspace/reached-rows";
import { blindSamples } from "../../workspace/blind-access.ts";
import type { ReviewHandlers } from "../review-tables.ts";
import { adjudicate, adjudicationToWireFor, getAdjudication, supersederOf } from "./adjudications.ts";
import { disagreementsOf } from "./disagreements.ts";
import { requireNamed } from "./named-objects.ts";
import { applyReferences, referencesOf } from "./references.ts";

export const adjudicationHandlers: ReviewHandlers<"adjudications"> = {
  disagreements: ({ query }, { caller }) => {
    checkDisagreementReader(caller);
    const rows = disagreementsOf(caller, query);
    const page = sortedPage(rows, query, {
      list: "disagreements",
      toWire: disagreementToWire,
      keyOf: disagreementKey,
    });
    if (page.data.length === 0) requireNamed(caller, query);
    return page;
  },
  references: ({ query }, { caller }) => {
    const page = sortedPage(referencesOf(caller, query), query, {
      list: "references",
      toWire: referenceToWire,
      keyOf: referenceKey,
    });
    if (page.data.length === 0) requireNamed(caller, query);
    return page;
  },
  applyReferences: ({ body }, call) => call.commit(() => applyReferences(call, body)),
  create: ({ body }, call) => call.commit(() => adjudicationToWireFor(call.caller)(adjudicate(call, body))),
  list: ({ query }, { caller }) => {
    const { project, task, sample, rubric, adjudicator, current } = query;
    const { workspace } = caller;
    const blind = blindSamples(caller);
    const filter = { project, task, sample, rubric, adjudicator };
    const rows = listReached(caller, workspace.adjudications, filter).filter(
      (row) =>
        !blind.has(row.sample) &&
        (current === undefined || (supersederOf(workspace, row) === undefined) === current),
    );
    const page = newestPage(rows, query, { list: "adjudications", toWire: adjudicationToWireFor(caller) });
    if (page.data.length === 0) requireNamed(caller, query);
    return page;
  },
  get: ({ params }, { caller }) => adjudicationToWireFor(caller)(getAdjudication(caller, params.id)),
};
