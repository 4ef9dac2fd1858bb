import type { OperationObject, ParameterObject } from "openapi3-ts/oas31";
import * as z from "zod";
import { timestamp } from "../platform/common.ts";
import { documentedPayload } from "../platform/event-types.ts";
import type { Components } from "./openapi-components.ts";

/** The Standard Webhooks headers, with their meaning. */
const headers = {
  "webhook-id": "Id of the delivery, which is the same for every attempt.",
  "webhook-timestamp": "Time of sending, in seconds since 1970.",
  "webhook-signature":
    "Signatures over id, timestamp and body, separated by spaces. Each is `v1,` followed by base64.",
};

/** Builds the operation of an endpoint that receives an event kind. */
export function messageOperation(kind: string, payload: z.ZodType, components: Components): OperationObject {
  const shown = documentedPayload(payload);
  const { description = "" } = z.globalRegistry.get(shown) ?? {};
  const body = z.strictObject({
    event: z.literal(kind).meta({ description: "The event kind." }),
    timestamp: timestamp("Time of the event."),
    data: shown,
  });
  return {
    operationId: `on_${kind.replaceAll(".", "_")}`,
    summary: `Receive ${kind}`,
    description,
    security: [],
    parameters: Object.entries(headers).map(([name, meaning]): ParameterObject => ({
      name,
      in: "header",
      required: true,
      description: meaning,
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: components.schema(body, "output") } },
    },
    responses: {
      "2XX": { description: "The endpoint has accepted the message. Any other status counts as a failure." },
    },
  };
}
