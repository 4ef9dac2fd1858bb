import { type EvidenceEvent, toHex } from "@assay/contract/wire";
import type { Call, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { Random } from "../platform/state/mock-random.ts";
import type { PlatformState } from "../platform/state/platform-tables.ts";
import type { WorkspaceTables } from "../workspace/workspace-tables.ts";
import type { MockSigner } from "./mock-signer.ts";

/** A workspace's evidence log. */
export interface EvidenceTable {
  /** The log's id. */
  id: string;
  /** The source of the events' salts. */
  random: Random;
  /** All events by position; the first event has position 1. */
  events: EvidenceEvent[];
  /** Erased event data by position. As on the server, filters still match erased data. */
  erased: Map<number, Record<string, unknown>>;
  /**
   * Maps each idempotency key to the appended event's position, and to the request that contained the key.
   */
  keys: Map<string, { seq: number; request: string }>;
  /** The largest log size that has been signed; 0 before the first signature. */
  largestSigned: number;
  /** Functions to call after an event is appended. */
  followers: Set<() => void>;
}

const newUuid = (random: Random): string =>
  toHex(random(16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const emptyLog = (random: Random): EvidenceTable => ({
  id: newUuid(random),
  random,
  events: [],
  erased: new Map(),
  keys: new Map(),
  largestSigned: 0,
  followers: new Set(),
});

/** Creates tables with an empty log. */
export const emptyEvidenceTables = (random: Random) => ({
  evidence: emptyLog(random),
  /** Maps API key ids to their number of open event streams. */
  streams: new Map<string, number>(),
});

/** A workspace's tables for this wing. */
export type EvidenceTables = WorkspaceTables & ReturnType<typeof emptyEvidenceTables>;

/** A mock's state for this wing. */
export interface EvidenceState extends PlatformState<EvidenceTables> {
  /** Returns the key that signs checkpoints. */
  signer: () => Promise<MockSigner>;
}

export type EvidenceCall = Call<EvidenceState>;

export type EvidenceHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, EvidenceState>;

/** Returns the id of the caller's workspace, which is the name of its log. */
export const workspaceId = ({ workspace }: EvidenceCall["caller"]): string => workspace.evidence.id;
