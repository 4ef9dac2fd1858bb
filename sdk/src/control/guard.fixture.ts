import type { Authorization } from "../generated/types.ts";

/** The service's response if a tool is allowed; it never expires during a test. */
export const exampleAuthorization: Authorization = {
  decision: true,
  outcome: "allow",
  decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x",
  replayOf: null,
  evaluatedAt: 4_102_444_800_000,
  expiresAt: 4_102_445_100_000,
  reasons: [],
  warnings: [],
  obligations: [],
  transform: null,
  policySet: { digest: "00", policies: [] },
  inputDigest: "00",
  evidence: { eventId: "evt_01jd0vcf5he7hb3m4k9s2t6w8x", seq: 1, leafHash: "00" },
  context: {},
};
