import { parsedUrl } from "@assay/contract/domain";

/** Which servers connections may use: the values of `target_session_attrs` (libpq) that are supported. */
const sessionTargets = ["any", "read-write", "primary"] as const;
export type SessionTarget = (typeof sessionTargets)[number];

/** The hosts of a database URL. */
export interface ServerHosts {
  /** A URL for each host, in order; at least one. */
  readonly urls: readonly string[];
  readonly target: SessionTarget;
}

const urlParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)([^?#]*)(?:\?([^#]*))?$/;
const targetName = "target_session_attrs";
const isTarget = (text: string): text is SessionTarget => sessionTargets.some((one) => one === text);

/**
 * Parses a database URL, which may contain several hosts separated by commas, as libpq accepts them:
 * `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`.
 *
 * @returns the hosts, or what the URL must be, as a phrase that starts with "must".
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function parseServerHosts(url: string): ServerHosts | string {
  const [, start, hosts, path, query] = urlParts.exec(url) ?? [];
  if (start === undefined || hosts === undefined) return "must be a postgres:// URL";
  const options = query === undefined ? [] : query.split("&");
  const [targets, rest] = [
    options.filter((option) => option.startsWith(`${targetName}=`)),
    options.filter((option) => !option.startsWith(`${targetName}=`)),
  ];
  const target = targets.at(-1)?.slice(targetName.length + 1) ?? "any";
  if (!isTarget(target)) return `must have no ${targetName} other than ${sessionTargets.join(", ")}`;
  const names = hosts.split(",");
  const end = `${path}${rest.length > 0 ? `?${rest.join("&")}` : ""}`;
  const urls = names.map((name) => `${start}${name}${end}`);
  const isComplete = names.length === 1 || names.every((name) => name !== "");
  if (!isComplete || !urls.every((one) => parsedUrl(one))) return "must be a postgres:// URL";
  return { urls, target };
}

/**
 * Returns the hosts of a database URL that the configuration has accepted.
 *
 * @throws {Error} if the URL is invalid. The message does not contain the URL.
 */
export function serverHostsOf(url: string): ServerHosts {
  const hosts = parseServerHosts(url);
  if (typeof hosts === "string") throw new Error(`The database URL ${hosts}.`);
  return hosts;
}

/** Returns a database URL with its user and hosts, but without the password and the query. */
export function withoutPassword(url: string): string {
  const [, start = "", hosts = "", path = ""] = urlParts.exec(url) ?? [];
  return `${start.replace(/:[^/@][^@]*@$/, "@")}${hosts}${path}`;
}
