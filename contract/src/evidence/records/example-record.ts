// A record as it is signed, for the documents.
import { exampleNote } from "../log/evidence.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { examplePolicyDecision } from "../../control/decisions/policy-decision-data.ts";

/** A record of a decision. */
export const exampleRecord = {
  kind: "service.verification_record.envelope.v1" as const,
  id: exampleIds.record,
  issuer: "https://assay.example.org",
  workspaceId: "0190a5f2-7e10-7000-8000-000000000000",
  issuedAt: 1_772_443_860_000,
  provenance: "recorded" as const,
  payloadType: "application/vnd.assay.policy-decision+json",
  payload: { ...examplePolicyDecision },
  payloadDigest: exampleDigest,
  canonicalization: "RFC8785" as const,
  signatures: [
    {
      alg: "Ed25519" as const,
      kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
      sig: "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F-FnZ-O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA",
    },
  ] as const,
  inclusion: {
    event: {
      eventId: exampleIds.event,
      ts: 1_772_443_800_000,
      receivedAt: 1_772_443_800_000,
      session: "visit-118",
      type: "policy_decision",
      origin: "server" as const,
      salt: "l2QkTzq0qk8Jc2f4o8bV1dJm3m0n7h0m4sV9sE6cQxA",
      dataCommit: exampleDigest,
    },
    seq: 1,
    index: 0,
    leafHash: exampleDigest,
    treeSize: 2,
    hashes: [exampleDigest],
    rootHash: exampleDigest,
    checkpoint: exampleNote,
  },
};
