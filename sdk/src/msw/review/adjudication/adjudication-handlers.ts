import {
  checkDisagreementReader,
  disagreementKey,
} from "@assay/contract/review/adjudication/disagreement-rules";
import { disagreementToWire } from "@assay/contract/review/adjudication/disagreement-wire";
import { sortedPage } from "@assay/contract/platform/paging/sorted-page";
import type { ReviewHandlers } from "../review-tables.ts";
import { disagreementsOf } from "./disagreements.ts";

export const adjudicationHandlers: ReviewHandlers<"adjudications"> = {
  disagreements: ({ query }, { caller }) => {
    checkDisagreementReader(caller);
    const rows = disagreementsOf(caller, query);
    return sortedPage(rows, query, {
      list: "disagreements",
      toWire: disagreementToWire,
      keyOf: disagreementKey,
    });
  },
};
