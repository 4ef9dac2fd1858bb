import type { ImportRatingsQuery } from "@assay/contract/review/ratings/rating-imports";
import { refuseImporter } from "@assay/contract/review/ratings/rating-import-rules";
import { bodyEncodingOf } from "@assay/contract/platform/requests/body-encoding";
import { fileTypeOf } from "@assay/contract/wire";
import { fileOf } from "../../platform/http/read-body.ts";
import type { ReviewCall, ReviewHandlers } from "../review-tables.ts";
import { ratedRecords, stageRatings, storeRatings } from "./store-ratings.ts";

async function importRatings(call: ReviewCall, query: ImportRatingsQuery) {
  refuseImporter(call.caller, query);
  const contentType = call.sent.headers.get("content-type") ?? "";
  fileTypeOf(contentType);
  bodyEncodingOf(call.sent.headers.get("content-encoding"));
  const { rubric } = ratedRecords(call, query);
  const file = await stageRatings(call, await fileOf(call.sent), { contentType, query, rubric });
  return call.commit(() => storeRatings(call, query, file));
}

export const ratingHandlers: ReviewHandlers<"ratings"> = {
  import: ({ query }, call) => importRatings(call, query),
};
