import { publicUrlUnset } from "@assay/contract/platform/refusals";
import { once } from "../../once.ts";
import type { PlatformDeps } from "../../platform-deps.ts";
import type { Call } from "../routing/handler.ts";
import { urlAt } from "../server/listen.ts";

/** Whether a listening address only accepts connections from this machine. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Returns the configured public URL of the service, without a final slash; undefined if there is none. */
export const configuredBase = ({ config }: Pick<PlatformDeps, "config">): string | undefined =>
  config.publicUrl?.replace(/\/+$/, "");

/**
 * Returns the URL of the service: the configured URL or, if the service only accepts connections from this
 * machine, the address on which it listens. No header of the request is read, because any caller can choose it.
 *
 * @throws {ApiError} 503 `unavailable` if no URL is configured and the address is not a loopback address.
 */
export function publicBase(deps: Pick<PlatformDeps, "config">, { request }: Pick<Call, "request">): string {
  const { host, port } = deps.config;
  const configured = configuredBase(deps);
  if (configured !== undefined) return configured;
  if (!isLoopback(host)) throw publicUrlUnset(host);
  return urlAt(host, request.socket.localPort ?? port);
}

/**
 * Returns a function that names this installation as the issuer of records: its configured public URL or, if
 * there is none, `urn:assay:instance:<uuid>`. The id is created on first use; backups contain it.
 */
export function issuerOf(deps: Pick<PlatformDeps, "config" | "secrets">): () => Promise<string> {
  const instance = once(async () => uuidOf(await deps.secrets.instanceSecret("instance-id")));
  return async () => configuredBase(deps) ?? `urn:assay:instance:${await instance()}`;
}

/** Returns a UUID of version 4 with the random bits of a secret. */
function uuidOf(secret: Buffer): string {
  const bytes = Buffer.from(secret.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
