import * as z from "zod";
import { isHostPattern, isMetadataHost } from "../../domain/values/host-pattern.ts";
import { boundaryName } from "../agents/agent-object.ts";
import { tableOf } from "./setting-tables.ts";

const host = z
  .string()
  .max(300)
  .refine(isHostPattern, {
    error:
      "must be a host in normalized form (lower case, punycode), optionally with `*.` before two or more labels for subdomains, and optionally with `:port`",
  })
  .refine((text) => !isMetadataHost(text), {
    error: "must not be a metadata service or a link-local address",
  });

const boundary = z
  .strictObject({
    allowedHosts: z
      .array(host)
      .max(256)
      .meta({ description: "Allowed hosts; all remaining hosts are blocked." }),
  })
  .meta({
    id: "Boundary",
    description: "An allow list of hosts.",
    examples: [{ allowedHosts: ["api.example.org", "*.clinic.example.org:443"] }],
  });

/** The execution boundaries of agents. */
export const boundaries = tableOf(
  boundaryName.refine((name) => name !== "default", { error: "must not be default, which is built in" }),
  boundary,
  64,
).meta({
  description:
    "Named execution boundaries of agents. `default` is built in: no loopback, link-local, metadata or private addresses, http and https only.",
});
