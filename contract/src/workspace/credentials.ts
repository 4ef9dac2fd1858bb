import * as z from "zod";

/** The credentials that a reviewer can have. */
export const credentials = ["MD", "DO", "NP", "RN"] as const;

/** One of {@link credentials}. */
export type Credential = (typeof credentials)[number];

export const credential = z
  .enum(credentials)
  .meta({ id: "Credential", description: "A clinical credential.", examples: ["MD"] });

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** The schema of a list of at least one credential, without duplicates. */
export const credentialList = z
  .array(credential)
  .min(1)
  .max(credentials.length)
  .refine(distinct, { error: "must be distinct" })
  .meta({ description: "Credentials, without duplicates." });
