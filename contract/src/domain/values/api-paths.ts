/**
 * Returns whether a path belongs to the control plane API. All other paths count as paths of the evaluation
 * API.
 */
export const isControlPath = (path: string): boolean => /^\/(api|access|\.well-known)(\/|$)/.test(path);

/** Returns whether a path belongs to either API. Probes, metrics, documents and pages belong to neither. */
export const isApiPath = (path: string): boolean => isControlPath(path) || /^\/v1(\/|$)/.test(path);
