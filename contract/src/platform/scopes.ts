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

/**
 * Returns the scope that a caller lacks for a route; undefined if the caller has access. A route with two
 * scopes requires one of them.
 */
export const missingScope = (
  { scope, otherScope }: { scope: Scope; otherScope?: Scope | undefined },
  held: ReadonlySet<Scope>,
): Scope | undefined =>
  held.has(scope) || (otherScope !== undefined && held.has(otherScope)) ? undefined : scope;

/** The permissions that an API key can have if it is bound to an agent. */
export const agentScopes: readonly Scope[] = [
  "authorize",
  "events:write",
  "approvals:read",
  "records:sign",
  "records:verify",
];

const reads = scopes.filter((scope) => scope.endsWith(":read"));

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
] as const satisfies ScopePreset[];
