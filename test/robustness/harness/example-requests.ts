// Splits the contract's example request for each operation into parts, so that a test can replace any id.
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { bodyExamples, describedOperations, type Described } from "../../fuzz/harness/operations.ts";
import { chosenIds, idsNamed } from "../../fuzz/harness/example-ids.ts";
import { idsFor } from "../../fuzz/harness/request-parts.ts";

/** A request to an operation, with the ids in the contract's examples. */
export interface ExampleRequest {
  operationId: string;
  route: Described["route"];
  /** The text of each part of the request. */
  parts: Record<Part, string>;
}

/** A part of a request that can contain an id. */
export type Part = "path" | "query" | "body";

const parts: readonly Part[] = ["path", "query", "body"];

/** Every id that a request may contain. */
const allIds: readonly string[] = [...Object.values(exampleIds), ...Object.values(chosenIds)];

function exampleRequest({ route, operation }: Described): ExampleRequest[] {
  const parameters = operation.parameters ?? [];
  const path = parameters
    .filter((one) => one.in === "path")
    .reduce((text, { name, description }) => {
      const value = name === "type" ? "record" : (idsFor(description)[0] ?? "");
      return text.replace(`:${name}`, value);
    }, route.path);
  const query = parameters.flatMap(({ name, in: where, required = false }) => {
    const id = where === "query" ? (idsNamed(name)[0] ?? { agentId: chosenIds["agent"] }[name]) : undefined;
    return id !== undefined ? [`${name}=${id}`] : required && where === "query" ? [`${name}=1`] : [];
  });
  const [body, ...others] = bodyExamples(route).map((value) => JSON.stringify(value));
  const made = (text: string): ExampleRequest => ({
    operationId: route.metadata.operationId,
    route,
    parts: { path, query: query.join("&"), body: text },
  });
  return [body ?? "", ...others].map(made);
}

/** At least one request to each operation in the contract. */
export const exampleRequests: readonly ExampleRequest[] = describedOperations().flatMap(exampleRequest);

/** Whether a successful response to a request never ends. */
export function isEndless({ route: { responses } }: ExampleRequest): boolean {
  const success: unknown = responses[200];
  return (
    typeof success === "object" &&
    success !== null &&
    "contentType" in success &&
    success.contentType === "text/event-stream"
  );
}

/**
 * Returns the ids in a request that may belong to another workspace, each with the part that contains it. Ids
 * in a body that callers choose for new objects are omitted, because such an id is the caller's own.
 */
export const placesOf = (request: ExampleRequest): { part: Part; id: string }[] =>
  parts.flatMap((part) =>
    (part === "body" ? Object.values(exampleIds) : allIds)
      .filter((id) => request.parts[part].includes(id))
      .map((id) => ({ part, id })),
  );

/**
 * Returns a request as it is sent: the method, the path with its query, and the body if the method has one.
 */
export function sendable({ route, parts: { path, query, body } }: ExampleRequest) {
  const { method } = route;
  const type = route.metadata.streamed?.[0] ?? "application/json";
  return {
    method: method as string,
    path: query ? `${path}?${query}` : path,
    ...(method !== "GET" && {
      options: { body, headers: { "content-type": body === "" ? type : "application/json" } },
    }),
  };
}

/** Returns the request with every id replaced, part by part. */
export function withIds(
  request: ExampleRequest,
  replace: (part: Part, id: string) => string,
): ExampleRequest {
  const replaced = (part: Part): string =>
    allIds.reduce((text, id) => text.replaceAll(id, replace(part, id)), request.parts[part]);
  return { ...request, parts: { path: replaced("path"), query: replaced("query"), body: replaced("body") } };
}
