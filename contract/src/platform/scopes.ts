const resources = [
  "projects",
  "datasets",
  "models",
  "evaluations",
  "reviews",
  "scores",
  "webhooks",
  "exports",
] as const;
const readWrite = resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const);

/** All permissions that an API key can have. */
export const scopes = [
  ...readWrite,
  "reviews:submit",
  "reviews:adjudicate",
  "agents:read",
  "agents:write",
  "policies:read",
  "policies:write",
  "authorize",
  "approvals:read",
  "approvals:decide",
  "events:read",
  "events:write",
  "evidence:read",
  "records:sign",
  "records:verify",
  "settings:write",
  "metrics:read",
  "keys:admin",
] as const;

/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** The scopes with which a caller has access to a route: one of two scopes, or `any` for every valid API key. */
export interface RequiredScopes {
  scope: Scope | "any";
  otherScope?: Scope | undefined;
}

/** Returns the scope that a caller lacks for a route; undefined if the caller has access. */
export const missingScope = (
  { scope, otherScope }: RequiredScopes,
  held: ReadonlySet<Scope>,
): Scope | undefined =>
  scope === "any" || held.has(scope) || (otherScope !== undefined && held.has(otherScope))
    ? undefined
    : scope;

/** The permissions that an API key can have if it is bound to an agent. */
export const agentScopes: readonly Scope[] = [
  "authorize",
  "events:write",
  "approvals:read",
  "records:sign",
  "records:verify",
];

const reads = scopes.filter((scope) => scope.endsWith(":read"));

const leadResources = ["projects", "datasets", "evaluations", "reviews", "exports", "webhooks"] as const;

/** Named sets of scopes for common kinds of API keys. */
export const scopePresets = {
  admin: [...scopes],
  developer: [
    ...readWrite,
    "agents:read",
    "agents:write",
    "policies:read",
    "policies:write",
    "authorize",
    "approvals:read",
    "events:read",
    "events:write",
    "evidence:read",
    "records:sign",
    "records:verify",
  ],
  reviewer: [
    "projects:read",
    "datasets:read",
    "evaluations:read",
    "reviews:read",
    "reviews:submit",
    "scores:read",
  ],
  agent: ["authorize", "events:write", "approvals:read", "records:verify"],
  gateway: ["agents:read", "authorize", "events:write", "approvals:read", "records:verify"],
  viewer: reads.filter((scope) => scope !== "metrics:read"),
  lead: [
    ...leadResources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
    "models:read",
    "scores:read",
    "scores:write",
    "reviews:submit",
    "reviews:adjudicate",
  ],
  approver: ["approvals:read", "approvals:decide", "agents:read", "policies:read"],
  auditor: [
    "projects:read",
    "reviews:read",
    "scores:read",
    "agents:read",
    "policies:read",
    "approvals:read",
    "events:read",
    "evidence:read",
    "records:verify",
  ],
} satisfies Record<string, Scope[]>;

/** The name of a preset. */
export type ScopePreset = keyof typeof scopePresets;

/** The names of the presets, as a tuple for schemas. */
export const scopePresetNames = [
  "admin",
  "developer",
  "reviewer",
  "agent",
  "gateway",
  "viewer",
  "lead",
  "approver",
  "auditor",
] as const satisfies ScopePreset[];

/** Returns the preset that has exactly the given scopes, in any order; null if there is none. */
export function presetOf(held: readonly Scope[]): ScopePreset | null {
  const given = new Set(held);
  const isEqual = (preset: ScopePreset): boolean =>
    scopePresets[preset].length === given.size && scopePresets[preset].every((scope) => given.has(scope));
  return scopePresetNames.find(isEqual) ?? null;
}
