import type { ImportRatingsQuery } from "@assay/contract/review/ratings/rating-imports";
import { refuseImporter } from "@assay/contract/review/ratings/rating-import-rules";
import { fileTypeOf } from "@assay/contract/wire";
import { uploadedFile } from "../../platform/http/read-body.ts";
import type { ReviewCall, ReviewHandlers } from "../review-tables.ts";
import { ratedRecords, stageRatings, storeRatings } from "./store-ratings.ts";

async function importRatings(call: ReviewCall, query: ImportRatingsQuery) {
  refuseImporter(call.caller, query);
  fileTypeOf(call.sent.headers.get("content-type") ?? "");
  const sent = uploadedFile(call.sent);
  const { rubric } = ratedRecords(call, query);
  const file = await stageRatings(call, sent, { query, rubric });
  return call.commit(() => storeRatings(call, query, file));
}

export const ratingHandlers: ReviewHandlers<"ratings"> = {
  import: ({ query }, call) => importRatings(call, query),
};
