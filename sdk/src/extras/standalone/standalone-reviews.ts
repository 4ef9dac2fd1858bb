import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Reviews } from "../../review/reviews-extras.ts";

type Nested =
  | "drafts"
  | "items"
  | "reviewers"
  | "rubrics"
  | "tasks"
  | "disagreements"
  | "adjudications"
  | "references";

/** The standalone resource for reviews. */
export type StandaloneReviews = Omit<Reviews, Nested>;

/** Adds the methods that are not operations of the API. */
export const extend = (
  reviews: Omit<generated.Reviews, Nested>,
  transport: Transport,
): StandaloneReviews => ({
  ...reviews,
  importRatings: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).importRatings(
      [transport, withTimeLimit, reviews],
      ...values,
    ),
});
