import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { importRatings } from "./rating-import-service.ts";

/** Returns the handlers of the routes for imported ratings. */
export const ratingHandlers = (deps: PlatformDeps): Handlers<typeof contract.ratings> => ({
  import: ({ query }, call) => importRatings(deps, call, query),
});
