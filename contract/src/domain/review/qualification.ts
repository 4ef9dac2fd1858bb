/** What of a reviewer decides which tasks they may review. */
export interface QualifiedReviewer {
  credentials: readonly string[];
  specialty: string | null;
  /** The only projects to review in; null: all. */
  projects: readonly string[] | null;
  /** When the credentials expire, in milliseconds since the epoch; null: never. */
  credentialExpiresAt: number | null;
}

/** What a task asks of who reviews it. */
export interface TaskNeeds {
  project: string;
  /** Any one of these will do; empty: any reviewer. */
  requiredCredentials: readonly string[];
  specialty: string | null;
}

/** When the question is asked. */
export interface QualificationTerms {
  /** Milliseconds since the epoch. */
  now: number;
}

/** Whether a reviewer's credentials have expired: from the instant itself on. */
export const credentialsExpired = (
  { credentialExpiresAt: expiry }: Pick<QualifiedReviewer, "credentialExpiresAt">,
  now: number,
): boolean => expiry !== null && expiry <= now;

/**
 * Why a reviewer does not qualify for a task. Who is not available may qualify all the same.
 *
 * @returns half a sentence about the reviewer, the first reason of: expired credentials, project, credentials, specialty;
 *   `null` when the reviewer qualifies. Expired credentials qualify for nothing, not even for a task that asks for none.
 */
export function disqualification(
  reviewer: QualifiedReviewer,
  needs: TaskNeeds,
  { now }: QualificationTerms,
): string | null {
  const { credentialExpiresAt: expiry, credentials, specialty, projects } = reviewer;
  if (expiry !== null && expiry <= now)
    return `has credentials that expired at ${new Date(expiry).toISOString()}`;
  if (projects !== null && !projects.includes(needs.project))
    return `does not review in the project ${JSON.stringify(needs.project)}`;
  const { requiredCredentials: required } = needs;
  if (required.length > 0 && !required.some((one) => credentials.includes(one)))
    return `holds ${credentials.join(" and ")}; the task needs ${required.join(" or ")}`;
  if (needs.specialty !== null && needs.specialty !== specialty)
    return `has ${specialty === null ? "no specialty" : `the specialty ${JSON.stringify(specialty)}`}; the task needs ${JSON.stringify(needs.specialty)}`;
  return null;
}

/** Why a reviewer can be given nothing now although they may qualify. */
export const notAvailable = "is not available";
