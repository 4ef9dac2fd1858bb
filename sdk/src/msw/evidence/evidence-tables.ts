import { type EvidenceEvent, toHex } from "@assay/contract/wire";
import type { Call, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { PlatformState } from "../platform/state/platform-tables.ts";
import type { WorkspaceTables } from "../workspace/workspace-tables.ts";
import type { MockSigner } from "./mock-signer.ts";

/** A workspace's evidence log. */
export interface EvidenceTable {
  /** Identifies the log. */
  id: string;
  /** By position; the first one has the position 1. */
  events: EvidenceEvent[];
  /** Data of erased events by position; filters still match it, as in the server. */
  erased: Map<number, Record<string, unknown>>;
  /** Idempotency key → the position of its event, and the request. */
  keys: Map<string, { seq: number; request: string }>;
  /** The largest signed size; 0 if none. */
  largestSigned: number;
  /** Called after an event is appended. */
  followers: Set<() => void>;
}

/** The tables of a workspace for this wing. */
export interface EvidenceTables extends WorkspaceTables {
  evidence: EvidenceTable;
  /** API key id → number of its open event streams. */
  streams: Map<string, number>;
}

/** The state of a mock for this wing. */
export interface EvidenceState extends PlatformState<EvidenceTables> {
  /** The key that signs checkpoints. */
  signer: () => Promise<MockSigner>;
}

export type EvidenceCall = Call<EvidenceState>;

export type EvidenceHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, EvidenceState>;

const randomHex = (length: number): string => toHex(crypto.getRandomValues(new Uint8Array(length)));

const newUuid = (): string => randomHex(16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Tables with an empty log. */
export const emptyEvidenceTables = () => ({
  evidence: {
    id: newUuid(),
    events: [],
    erased: new Map(),
    keys: new Map(),
    largestSigned: 0,
    followers: new Set<() => void>(),
  },
  streams: new Map<string, number>(),
});
