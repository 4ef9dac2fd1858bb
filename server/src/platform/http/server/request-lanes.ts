import type { IncomingMessage, RequestListener } from "node:http";
import { inPoolLane, type PoolLane } from "../../db/connection/pool-lanes.ts";

/** The paths of authorizations and probes. */
const priorityPaths = /^\/(?:api\/policy\/authorize|access\/v1\/evaluations?|healthz|readyz)(?:[/?]|$)/;

/** Returns the lane in which a request uses the database. */
const laneOf = ({ url }: IncomingMessage): PoolLane =>
  priorityPaths.test(url ?? "") ? "priority" : "request";

/** Runs a part of a request in the lane of the request. */
export const inRequestLane = <T>(request: IncomingMessage, work: () => T): T =>
  inPoolLane(laneOf(request), work);

/** Processes each request in its lane. */
export const routeLanes =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    inRequestLane(request, () => listener(request, response));
