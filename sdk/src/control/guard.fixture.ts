import { createHash } from "node:crypto";
import { toolCallText } from "@assay/contract/wire/digested-input";
import type { Authorization } from "../generated/types.ts";

/** The request of the tests: the agent "bot" calls chart.read with one argument. */
export interface ExampleRequest {
  agentId: string;
  tool: string;
  args: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** Returns the `inputDigest` of the decision on a request. */
const digestOfRequest = ({ args, context, ...named }: ExampleRequest): string =>
  createHash("sha256")
    .update(toolCallText(named, args, context))
    .digest("hex");

/** Returns a response to a request. Its `inputDigest` is that of the request if it is `00`. */
export const answerTo = (request: ExampleRequest, answer: unknown): string =>
  JSON.stringify(answer).replace('"inputDigest":"00"', `"inputDigest":"${digestOfRequest(request)}"`);

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
