// A custom evaluator, the receiving side: Assay posts each sample here, signed; this checks the signature and scores.
// It looks for a safety net: whether the answer tells the caller what to do if it gets worse.
//
//   ASSAY_WEBHOOK_SECRET=whsec_… PORT=8799 node examples/dist/custom-evaluator.mjs
//
// The secret is the `secret` of the evaluator's config, or the workspace's: assay.customEvaluatorSecret.rotate().
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import {
  type CustomEvaluatorAnswer,
  type CustomEvaluatorRequest,
  verifyWebhook,
  WebhookVerificationError,
} from "@assay/sdk";

const secret = process.env["ASSAY_WEBHOOK_SECRET"];
if (secret === undefined) {
  console.error("ASSAY_WEBHOOK_SECRET is not set; it must be the whsec_… that calls are signed with.");
  process.exit(2);
}

const gettingWorse =
  /\b(if|should) (it|this|that|you|they|symptoms?)\b.*\b(worse|worsen|worsens|return|returns)\b/is;
const whatToDo = /\b(call|ring|go to|come back|see a doctor|emergency)\b/i;

/** The rule itself: from a sample to a score. The same sample may come twice; the answer must not depend on that. */
function score({ sample }: CustomEvaluatorRequest): CustomEvaluatorAnswer {
  const text =
    typeof sample.output === "object" && sample.output !== null && "text" in sample.output
      ? sample.output.text
      : null;
  // Null: nothing to judge, the sample is skipped.
  if (typeof text !== "string") return { score: null };
  const classification = gettingWorse.test(text) ? (whatToDo.test(text) ? "complete" : "vague") : "missing";
  return {
    score: { complete: 100, vague: 50, missing: 0 }[classification],
    details: { classification },
    ...(classification === "missing" && { flagged: true, flag_reason: "no_safety_net" }),
  };
}

async function answer(request: IncomingMessage, key: string): Promise<CustomEvaluatorAnswer> {
  // The raw bytes: the signature is over them, not over what a parser makes of them.
  const rawBody = await buffer(request);
  // A body with a right signature is what Assay sends.
  return score((await verifyWebhook(rawBody, request.headers, key)) as CustomEvaluatorRequest);
}

const server = createServer((request, response) => {
  answer(request, secret).then(
    (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
    (error: unknown) => {
      // 401 is not repeated; anything else would be an error of this program, which may pass.
      const status = error instanceof WebhookVerificationError ? 401 : 500;
      response.writeHead(status, { "content-type": "text/plain" }).end(String(error));
    },
  );
});
server.listen(Number(process.env["PORT"] ?? 8799), "127.0.0.1", () => {
  // A server that listens on a TCP port has an address object.
  const { port } = server.address() as AddressInfo;
  console.log(`The custom evaluator listens on http://127.0.0.1:${port}/score`);
});
