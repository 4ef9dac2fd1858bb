import { scopes } from "@assay/contract/platform/scopes";
import { ed25519Jwk, ed25519PublicKey, jwkThumbprint } from "@assay/contract/wire";
import type { MockSigner, MockState } from "../http/handler.ts";
import { createMockClock } from "./mock-clock.ts";
import { createIds } from "./mock-ids.ts";
import { type ApiKeyRow, emptyWorkspace, type Workspace } from "./tables.ts";

/** What a mock's state is made from. */
export interface StateOptions {
  apiKey: string;
  now: () => Date;
  evaluationMs: number;
  rateLimit: number;
  customEvaluator: MockState["customEvaluator"];
}

/** A new state: one workspace with one key, and nothing else. */
export function createState({ apiKey, now, ...options }: StateOptions): MockState {
  const clock = createMockClock(now);
  const tables = {
    workspaces: [],
    secrets: new Map(),
    policyTests: new Map(),
    decisions: new Map(),
    simulation: {},
  };
  const signer = createSigner();
  const state = { clock, newId: createIds(() => clock.now()), tables, signer, ...options };
  adminKey(state, emptyWorkspace(), apiKey);
  return state;
}

async function newSigner(): Promise<MockSigner> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const publicKey = await ed25519PublicKey(seed);
  return { kid: jwkThumbprint(ed25519Jwk(publicKey)), seed, publicKey };
}

/** Makes the key of one mock, when it is first needed. */
function createSigner(): () => Promise<MockSigner> {
  let made: Promise<MockSigner> | undefined;
  return () => (made ??= newSigner());
}

/** Gives a workspace a key with every scope. */
export function adminKey({ clock, newId, tables }: MockState, workspace: Workspace, secret: string): void {
  const apiKey: ApiKeyRow = {
    id: newId("api_key"),
    name: "First key",
    scopes: [...scopes],
    projects: null,
    reviewer: null,
    last4: secret.slice(-4),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: clock.now(),
  };
  workspace.apiKeys.set(apiKey.id, apiKey);
  tables.workspaces.push(workspace);
  tables.secrets.set(secret, { workspace, apiKey, validUntil: null });
}
