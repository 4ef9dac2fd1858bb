import { contract, routesOf } from "@assay/contract/openapi/apis";
import { problemCodes } from "@assay/contract/platform/errors";
import * as z from "zod";
import { problem } from "../../../contract/src/platform/problem.ts";
import type { FuzzRequest } from "./requests.ts";
import type { Received } from "./send.ts";

const routes = routesOf(contract).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}/?$`),
}));

/** Returns the first route in the contract's order that matches a request, or undefined if none matches. */
export function routeAt(method: string, path: string) {
  const wanted = method === "HEAD" ? "GET" : method;
  const [plain = ""] = path.split("?");
  return routes.find(({ route, pattern }) => route.method === wanted && pattern.test(plain))?.route;
}

/** Statuses with which requests without a route are refused. */
const withoutRoute = new Set([400, 404, 405]);

/** Returns the ways in which a response violates the contract; empty if it conforms. */
export function faultsOf(request: FuzzRequest, { status, headers, body }: Received): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`the server responded with status ${status}`);
  if (typeof headers["x-request-id"] !== "string") faults.push("the response has no X-Request-Id");
  const route = routeAt(request.method, request.path);
  if (route ? !(status in route.responses) : !withoutRoute.has(status))
    faults.push(`${route?.metadata.operationId ?? "no route"} does not declare ${status}`);
  if (request.method === "HEAD")
    return body.length > 0 ? [...faults, "the response to HEAD has a body"] : faults;
  if (status >= 400) return [...faults, ...faultsOfProblem({ status, headers, body })];
  const schema: unknown = route?.responses[status];
  if (!(schema instanceof z.ZodType)) return faults;
  const parsed = schema.safeParse(jsonIn(body));
  return parsed.success ? faults : [...faults, z.prettifyError(parsed.error)];
}

/** Returns the faults of a problem document and its headers. */
function faultsOfProblem({ status, headers, body }: Received): string[] {
  const faults: string[] = [];
  if (!headers["content-type"]?.startsWith("application/problem+json"))
    faults.push(`the content type of a refusal is ${headers["content-type"]}`);
  const parsed = problem.strict().safeParse(jsonIn(body));
  if (!parsed.success) return [...faults, z.prettifyError(parsed.error)];
  const { code, title, type, status: statedStatus, detail, request_id: id, errors } = parsed.data;
  if (statedStatus !== status || problemCodes[code].status !== status)
    faults.push(`${code} states ${statedStatus}, sent with status ${status}`);
  if (title !== problemCodes[code].title || type !== `urn:assay:problem:${code}`)
    faults.push(`${type}: ${title}`);
  if (id !== headers["x-request-id"]) faults.push("request_id differs from X-Request-Id");
  if (detail.length < 10) faults.push(`the detail is too short: ${JSON.stringify(detail)}`);
  if (/\.[jt]s:\d+|node_modules|select .* from |insert into/.test(detail))
    faults.push(`the detail reveals internals: ${detail}`);
  if (code === "validation_failed" && !errors?.length)
    faults.push("a problem with the code validation_failed lists no fault");
  const wanted = { 401: "www-authenticate", 405: "allow", 429: "retry-after", 503: "retry-after" }[status];
  if (wanted !== undefined && headers[wanted] === undefined) faults.push(`${status} has no ${wanted}`);
  return faults;
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return `(invalid JSON: ${body.subarray(0, 100).toString("latin1")})`;
  }
}
