import type { PlatformDeps } from "../../platform-deps.ts";
import type { Call } from "../routing/handler.ts";

const host = /^[\w.-]+(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i;

/**
 * Returns the public URL of the service: the configured URL or, if none is configured, the URL that the
 * caller used.
 */
export function publicBase(
  { config }: Pick<PlatformDeps, "config">,
  { request }: Pick<Call, "request">,
): string {
  if (config.publicUrl !== undefined) return config.publicUrl.replace(/\/+$/, "");
  const { host: named = "" } = request.headers;
  return `${request.protocol}://${host.test(named) ? named : "localhost"}`;
}
