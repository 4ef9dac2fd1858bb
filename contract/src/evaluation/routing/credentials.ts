import * as z from "zod";

/** The credentials that reviewers can hold. */
export const credentials = ["MD", "DO", "NP", "RN"] as const;

/** One of them. */
export type Credential = (typeof credentials)[number];

export const credential = z
  .enum(credentials)
  .meta({ id: "Credential", description: "A clinical credential.", examples: ["MD"] });

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** At least one credential, each once. */
export const credentialList = z
  .array(credential)
  .min(1)
  .max(credentials.length)
  .refine(distinct, { error: "must be distinct" })
  .meta({ description: "Credentials held, each once." });
