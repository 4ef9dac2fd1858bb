import { c } from "../../platform/c.ts";
import { disagreementsRoute } from "./disagreements.ts";

export const adjudicationRoutes = c.router({
  disagreements: disagreementsRoute,
});
