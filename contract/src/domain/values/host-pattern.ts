/**
 * Whether a text is a host that a boundary may allow: a name or an address in the form that URLs are normalized to (lower
 * case, punycode, dotted decimal, IPv6 in brackets), with `*.` before a name of at least two labels for all names below it,
 * and `:port` for one port alone.
 */
export function isHostPattern(text: string): boolean {
  const match = /^(?<wildcard>\*\.)?(?<host>\[[\da-f:.]+\]|[^:[\]]+)(?::(?<port>[1-9]\d{0,4}))?$/.exec(text);
  const { wildcard, host = "", port = "1" } = match?.groups ?? {};
  if (!match || Number(port) > 65_535 || !isNormal(host)) return false;
  return wildcard === undefined || (host.includes(".") && !isAddress(host));
}

function isNormal(host: string): boolean {
  if (/[/?#@\\*\s%]/.test(host) || host.endsWith(".")) return false;
  const address = `https://${host}/`;
  return URL.canParse(address) && new URL(address).hostname === host;
}

const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host);

const metadataNames = ["metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"];

/**
 * Whether a host that is a pattern covers one that no boundary may allow: addresses of the local link, where machines of a
 * cloud are told their credentials, and the names that stand for them.
 */
export function isMetadataHost(pattern: string): boolean {
  const host = pattern.replace(/:\d+$/, "");
  const names = host.startsWith("*.") ? metadataNames.filter((name) => name.endsWith(host.slice(1))) : [];
  return (
    names.length > 0 ||
    metadataNames.some((name) => host === name || host.endsWith(`.${name}`)) ||
    host.startsWith("169.254.") ||
    // fe80::/10, the address of EC2's service, and IPv4 of the local link written as IPv6.
    /^\[fe[89ab][\da-f]:/.test(host) ||
    host === "[fd00:ec2::254]" ||
    host.startsWith("[::ffff:a9fe:")
  );
}
