import * as z from "zod";
import { distinct } from "../platform/validation/distinct.ts";

/** The credentials that a reviewer can have. */
export const credentials = ["MD", "DO", "NP", "RN"] as const;

/** One of {@link credentials}. */
export type Credential = (typeof credentials)[number];

export const credential = z
  .enum(credentials)
  .meta({ id: "Credential", description: "A clinical credential.", examples: ["MD"] });

/** The schema of a list of at least one credential, without duplicates. */
export const credentialList = distinct(z.array(credential).min(1).max(credentials.length)).meta({
  description: "Credentials, without duplicates.",
});
