import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: an address, and the length of the network prefix in bits. */
export type Network = [Address, number];

/**
 * Parses a list of networks in CIDR notation or single addresses, separated by commas.
 *
 * @returns undefined if an entry is invalid.
 */
export function parseNetworks(text: string): Network[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  const networks = parts.map(networkOf);
  return networks.every((network) => network !== undefined) ? networks : undefined;
}

function networkOf(text: string): Network | undefined {
  const hasLength = text.includes("/");
  // Accepts only the usual notations. The library would also accept octal and shortened ones.
  if (!/^(\d{1,3}(\.\d{1,3}){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(\/\d{1,3})?$/.test(text)) return undefined;
  try {
    if (hasLength) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  } catch {
    return undefined;
  }
}

/** Determines which addresses outgoing requests are permitted to reach. */
export class AddressGuard {
  readonly #listed: readonly Network[];

  /** @param listed networks that are permitted even if they are not public. */
  constructor(listed: readonly Network[]) {
    this.#listed = listed;
  }

  /** Whether an address is in a listed network. The address may be in any notation. */
  isListed(text: string): boolean {
    const address = parsed(text);
    if (!address) return false;
    return [address, ...destinationsOf(address)].some((one) =>
      this.#listed.some(([base, length]) => base.kind() === one.kind() && one.match(base, length)),
    );
  }

  /** Whether an address is permitted, because it is public or listed. */
  isAllowed(text: string): boolean {
    const address = parsed(text);
    return address !== undefined && (destinationsOf(address).every(isPublic) || this.isListed(text));
  }
}

function parsed(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.parse(text) : undefined;
}

/** Addresses that are in public ranges but are used by a cloud platform: Azure's wire server. */
const platformAddresses = new Set(["168.63.129.16"]);
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || platformAddresses.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/**
 * Returns the addresses at which packets to an address may arrive, because an IPv6 address may embed an IPv4
 * address.
 */
function destinationsOf(address: Address): Address[] {
  if (address instanceof ipaddr.IPv4) return [address];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = address.parts;
  const inside = ipv4Of(g, h);
  const empty = [c, d, e, f].every((part) => part === 0);
  // ::v4 (RFC 4291, deprecated), including :: and ::1; ::ffff:v4; ::ffff:0:v4 (RFC 2765)
  const front = [a, b, c, d].every((part) => part === 0);
  if (front && [0, 0xffff].includes(e) && [0, 0xffff].includes(f)) return [inside];
  // 64:ff9b::v4 (RFC 6052). Other addresses in 64:ff9b:1::/48 (RFC 8215), and Teredo addresses, are not
  // public.
  if (a === 0x64 && b === 0xff9b && empty) return [inside];
  // 2002:v4:: (RFC 3056)
  if (a === 0x2002) return [ipv4Of(b, c)];
  // prefix:0:5efe:v4, prefix:200:5efe:v4 (ISATAP, RFC 5214)
  if ((e & 0xfdff) === 0 && f === 0x5efe) return [address, inside];
  return [address];
}

const ipv4Of = (high: number, low: number): ipaddr.IPv4 =>
  new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
