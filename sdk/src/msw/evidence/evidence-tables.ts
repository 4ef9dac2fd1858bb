import { type EvidenceEvent, toHex } from "@assay/contract/wire";
import type { Call, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { PlatformState } from "../platform/state/platform-tables.ts";
import type { WorkspaceTables } from "../workspace/workspace-tables.ts";
import type { MockSigner } from "./mock-signer.ts";

/** A workspace's evidence log. */
export interface EvidenceTable {
  /** Tells logs apart. */
  id: string;
  /** By place: the first one has the place 1. */
  events: EvidenceEvent[];
  /** What erased events said, by place: filters still find them, as the server's do. */
  erased: Map<number, Record<string, unknown>>;
  /** Idempotency key → the place of its event, and what was sent. */
  keys: Map<string, { seq: number; request: string }>;
  /** The largest size that a checkpoint was signed for; 0: none was. */
  largestSigned: number;
  /** Called when the log has grown. */
  followers: Set<() => void>;
}

/** The tables of a workspace that this wing reads. */
export interface EvidenceTables extends WorkspaceTables {
  evidence: EvidenceTable;
  /** API key id → event streams that it follows. */
  streams: Map<string, number>;
}

/** The state of a mock that this wing reads. */
export interface EvidenceState extends PlatformState<EvidenceTables> {
  /** The key that signs checkpoints. */
  signer: () => Promise<MockSigner>;
}

/** A request, as this wing sees it. */
export type EvidenceCall = Call<EvidenceState>;

/** The implementations of one resource of this wing. */
export type EvidenceHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, EvidenceState>;

const randomHex = (length: number): string => toHex(crypto.getRandomValues(new Uint8Array(length)));

const newUuid = (): string => randomHex(16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** An empty evidence log, which nobody follows. */
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
