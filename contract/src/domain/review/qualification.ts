/** The reviewer properties that decide which tasks they may review. */
export interface QualifiedReviewer {
  credentials: readonly string[];
  specialty: string | null;
  /** The projects in which the reviewer may review; null: all. */
  projects: readonly string[] | null;
  /** Expiry time of the credentials, in milliseconds since 1970; null: never. */
  credentialExpiresAt: number | null;
}

/** The requirements of a task for its reviewers. */
export interface TaskNeeds {
  project: string;
  /** Any one of these qualifies; empty: no credential required. */
  requiredCredentials: readonly string[];
  specialty: string | null;
}

/** The time of the check. */
export interface QualificationTerms {
  /** Milliseconds since 1970. */
  now: number;
}

/** Whether a reviewer's credentials have expired: from the expiry instant on. */
export const credentialsExpired = (
  { credentialExpiresAt: expiry }: Pick<QualifiedReviewer, "credentialExpiresAt">,
  now: number,
): boolean => expiry !== null && expiry <= now;

/**
 * Why a reviewer does not qualify for a task. Availability does not matter here.
 *
 * @returns half a sentence about the reviewer, with the first reason of: expired credentials, project,
 *   credentials, specialty; `null` if the reviewer qualifies. Expired credentials qualify for no task, even
 *   one without requirements.
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
    return `does not review in project ${JSON.stringify(needs.project)}`;
  const { requiredCredentials: required } = needs;
  if (required.length > 0 && !required.some((one) => credentials.includes(one)))
    return `holds ${credentials.join(" and ")}; the task requires ${required.join(" or ")}`;
  if (needs.specialty !== null && needs.specialty !== specialty)
    return `has ${specialty === null ? "no specialty" : `the specialty ${JSON.stringify(specialty)}`}; the task requires ${JSON.stringify(needs.specialty)}`;
  return null;
}

/** Why a qualified reviewer cannot be assigned a task now. */
export const notAvailable = "is not available";
