import type { Config } from "../../platform/config.ts";
import { isLoopback } from "../../platform/http/request/public-base.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** Checks that the server knows the URL by which its callers reach it. */
export function checkAddress({ publicUrl, host }: Pick<Config, "publicUrl" | "host">): Finding {
  if (publicUrl !== undefined) return ok("address", `Callers reach the server at ${publicUrl}.`);
  if (isLoopback(host)) return ok("address", `Only this machine reaches the server, at ${host}.`);
  return warn(
    "address",
    `ASSAY_PUBLIC_URL is not set, and HOST is ${host}: /.well-known/authzen-configuration returns 503, and records name the installation instead of its URL.`,
    "Set ASSAY_PUBLIC_URL to the URL by which callers reach the server.",
  );
}
