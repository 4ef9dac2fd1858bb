import type { OperationObject, ParameterObject } from "openapi3-ts/oas31";
import * as z from "zod";
import { timestamp } from "../platform/common.ts";
import { documentedPayload } from "../platform/event-types.ts";
import type { Components } from "./openapi-components.ts";

/** The headers of Standard Webhooks: name and meaning. */
const headers = {
  "webhook-id": "Id of the delivery, equal for every attempt.",
  "webhook-timestamp": "Sending time, in seconds since 1970.",
  "webhook-signature": "Signatures over id, timestamp and body, separated by spaces: `v1,` and base64.",
};

/** The operation of an endpoint that receives an event kind. */
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
      "2XX": { description: "The endpoint accepted the message; any other status counts as a failure." },
    },
  };
}
