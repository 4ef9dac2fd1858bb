import * as z from "zod";
import { c, route } from "./c.ts";
import { problem } from "./problem.ts";

const liveness = z
  .object({
    status: z.literal("ok").meta({ description: "Always `ok`, because the process responds." }),
  })
  .meta({ id: "Liveness", description: "The process is alive.", examples: [{ status: "ok" }] });

const readiness = z
  .object({
    status: z
      .literal("ready")
      .meta({ description: "Always `ready`, because the process can serve requests." }),
    database: z.enum(["embedded", "postgres"]).meta({ description: "The database engine in use." }),
    schema: z.string().max(200).nullable().meta({ description: "Name of the last applied migration." }),
  })
  .meta({
    id: "Readiness",
    description: "The process can serve requests.",
    examples: [{ status: "ready", database: "postgres", schema: "0001_foundation" }],
  });

export const healthRoutes = c.router({
  live: route({
    method: "GET",
    path: "/healthz",
    summary: "Check liveness",
    description: "Responds as long as the process runs, without using the database or any other component.",
    responses: { 200: liveness, 405: problem, 500: problem },
    metadata: { operationId: "getHealth", tag: "Health", scope: "public", sdk: "health.live" },
  }),
  ready: route({
    method: "GET",
    path: "/readyz",
    summary: "Check readiness",
    description:
      "Returns 200 if the database responds and its schema matches. If not, and during shutdown, returns 503.",
    responses: { 200: readiness, 405: problem, 500: problem, 503: problem },
    metadata: { operationId: "getReadiness", tag: "Health", scope: "public", sdk: "health.ready" },
  }),
});
