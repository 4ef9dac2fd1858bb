/** Returns whether a path belongs to the control plane API. All other paths count as the evaluation API's. */
export const isControlPath = (path: string): boolean => /^\/(api|access|\.well-known)(\/|$)/.test(path);

/** Returns whether a path belongs to one of both APIs, unlike probes, metrics, documents and pages. */
export const isApiPath = (path: string): boolean => isControlPath(path) || /^\/v1(\/|$)/.test(path);
