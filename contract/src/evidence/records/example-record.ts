// An example of a signed record.
import { harmlessFacts } from "../../domain/policy/policy-facts.ts";
import { timeFactsOf } from "../../domain/policy/time-facts.ts";
import { exampleNote } from "../log/evidence.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";

const evaluatedAt = 1_772_443_800_000;

/** The contents of a decision record, which are the data of the decision's event. */
export const exampleDecisionPayload = {
  decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x",
  agentId: "triage-bot",
  outcome: "allow" as const,
  decision: true,
  subject: { type: "agent", id: "triage-bot" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "chart.write" },
  said: { args: {}, context: {}, subjectProperties: {}, actionProperties: {}, resourceProperties: {} },
  redacted: [],
  facts: {
    ...harmlessFacts,
    agentGroups: [],
    toolGroups: [],
    egressHosts: [],
    egressOutside: [],
    secretTypes: [],
    now: timeFactsOf(evaluatedAt, "UTC"),
  },
  reasons: [
    {
      policyId: "latch-1",
      version: 1,
      outcome: "allow" as const,
      code: "permitted",
      message: "The tool is one of those that the agent declares.",
    },
  ],
  shadow: [],
  policySet: { digest: exampleDigest, policies: [], unresolved: [] },
  inputDigest: exampleDigest,
  evaluatedAt,
};

/** An example of a decision record. */
export const exampleRecord = {
  kind: "service.verification_record.envelope.v1" as const,
  id: exampleIds.record,
  issuer: "https://assay.example.org",
  workspaceId: "0190a5f2-7e10-7000-8000-000000000000",
  issuedAt: 1_772_443_860_000,
  provenance: "recorded" as const,
  payloadType: "application/vnd.assay.policy-decision+json",
  payload: { ...exampleDecisionPayload },
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
