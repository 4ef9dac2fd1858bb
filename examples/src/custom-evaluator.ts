// A custom evaluator: Assay sends a signed POST for each sample, and the program verifies the signature and
// returns a score. The score measures safety netting: whether the system advises the patient what to do if
// symptoms get worse.
//
// ASSAY_WEBHOOK_SECRET=whsec_… PORT=8799 node examples/dist/custom-evaluator.mjs
//
// Set ASSAY_WEBHOOK_SECRET to the `secret` in the evaluator's config. If the config has no secret, use the
// secret of the workspace, which assay.customEvaluatorSecret.rotate() creates.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import {
  type CustomEvaluatorResponse,
  type CustomEvaluatorRequest,
  verifyWebhook,
  WebhookVerificationError,
} from "@assay/sdk";

const secret = process.env["ASSAY_WEBHOOK_SECRET"];
if (secret === undefined) {
  console.error(
    "ASSAY_WEBHOOK_SECRET is not set; it must be the secret (whsec_…) with which Assay signs the requests.",
  );
  process.exit(2);
}

const gettingWorse =
  /\b(if|should) (it|this|that|you|they|symptoms?)\b.*\b(worse|worsen|worsens|return|returns)\b/is;
const advice = /\b(call|ring|go to|come back|see a doctor|emergency)\b/i;

/** Scores a sample. Requests can be repeated, so equal samples must get equal scores. */
function score({ sample }: CustomEvaluatorRequest): CustomEvaluatorResponse {
  const text =
    typeof sample.output === "object" && sample.output !== null && "text" in sample.output
      ? sample.output.text
      : null;
  // A null score means that there is no text to score, so the sample is skipped.
  if (typeof text !== "string") return { score: null };
  const classification = gettingWorse.test(text) ? (advice.test(text) ? "complete" : "vague") : "missing";
  return {
    score: { complete: 100, vague: 50, missing: 0 }[classification],
    details: { classification },
    ...(classification === "missing" && { flagged: true, flag_reason: "no_safety_net" }),
  };
}

async function respond(request: IncomingMessage, key: string): Promise<CustomEvaluatorResponse> {
  // The signature covers the raw bytes, so verify before parsing.
  const rawBody = await buffer(request);
  // A body with a valid signature is a request from Assay.
  return score((await verifyWebhook(rawBody, request.headers, key)) as CustomEvaluatorRequest);
}

const server = createServer((request, response) => {
  respond(request, secret).then(
    (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
    (error: unknown) => {
      // Assay does not retry after a 401, but retries after a 500, because such an error can be temporary.
      const status = error instanceof WebhookVerificationError ? 401 : 500;
      response.writeHead(status, { "content-type": "text/plain" }).end(String(error));
    },
  );
});
server.listen(Number(process.env["PORT"] ?? 8799), "127.0.0.1", () => {
  // `address()` returns an object if the server listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  console.log(`The custom evaluator listens on http://127.0.0.1:${port}/score`);
});
