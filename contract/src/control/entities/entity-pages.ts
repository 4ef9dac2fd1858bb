import { type CursorPages, cursorPages } from "../../platform/paging/cursor-pages.ts";
import { limits } from "../../platform/limits.ts";

/** The pages of a list of entities. */
export const entityPages = ({
  type,
  ...query
}: {
  type?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}): CursorPages =>
  cursorPages({ list: "entities", filter: { type } }, query, {
    parts: ["text", "text"],
    limit: limits.entitiesPerPage,
  });
