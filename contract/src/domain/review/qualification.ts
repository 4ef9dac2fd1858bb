/** The reviewer properties that determine which tasks the reviewer may review. */
export interface QualifiedReviewer {
  credentials: readonly string[];
  specialty: string | null;
  /** The projects in which the reviewer may review; null for all projects. */
  projects: readonly string[] | null;
  /** When the credentials expire, in milliseconds since 1970; null if they do not expire. */
  credentialExpiresAt: number | null;
}

/** The requirements that a task's reviewers must meet. */
export interface TaskNeeds {
  project: string;
  /** Any one of these credentials qualifies a reviewer; empty if no credential is required. */
  requiredCredentials: readonly string[];
  specialty: string | null;
}

/** The conditions of the check. */
export interface QualificationTerms {
  /** The time of the check, in milliseconds since 1970. */
  now: number;
}

/** Returns whether a reviewer's credentials have expired, which is true from the expiry time on. */
export const credentialsExpired = (
  { credentialExpiresAt: expiry }: Pick<QualifiedReviewer, "credentialExpiresAt">,
  now: number,
): boolean => expiry !== null && expiry <= now;

/**
 * Returns why a reviewer does not qualify for a task. Ignores the reviewer's availability.
 *
 * @returns a sentence fragment about the reviewer; `null` if the reviewer qualifies. The fragment states the
 *   first reason that applies, in this order: expired credentials, project, credentials, specialty. A
 *   reviewer with expired credentials qualifies for no task, even if the task has no requirements.
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
    return `holds ${credentials.join(" and ") || "no credentials"}; the task requires ${required.join(" or ")}`;
  if (needs.specialty !== null && needs.specialty !== specialty)
    return `has ${specialty === null ? "no specialty" : `the specialty ${JSON.stringify(specialty)}`}; the task requires ${JSON.stringify(needs.specialty)}`;
  return null;
}

/** The reason why a qualified reviewer cannot be assigned a task at this time. */
export const notAvailable = "is not available";
