import { describe, expect, test } from "vitest";
import { AddressGuard, parseNetworks } from "./address-guard.ts";

const guard = (allow?: string) => new AddressGuard(allow === undefined ? [] : (parseNetworks(allow) ?? []));

/**
 * Special-purpose addresses: those in the IANA registries for IPv4 and IPv6 (RFC 6890), and IPv6 addresses
 * that embed such IPv4 addresses.
 */
const refused =
  `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3
  169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
  192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
  168.63.129.16 192.31.196.1 192.52.193.1 192.175.48.1
  :: ::1 ::127.0.0.1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
  ::ffff:0:127.0.0.1 ::ffff:0:a9fe:a9fe 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::10.1.2.3
  64:ff9b:1::1 64:ff9b:1:808:8:800:: 2002:7f00:1:: 2002:a9fe:a9fe:: 2002:c0a8:101::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2
  2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:127.0.0.1 fe80::5efe:8.8.8.8
  fe80::1 fe80::1%eth0 febf::1 fec0::1 fc00::1 fd00:ec2::254 fd20:ce::254 fdff::1 ff02::1 ff0e::1 100::1
  2001:2::1 2001:3::1 2001:10::1 2001:20::1 2001:30::1 2001:db8::1 3fff::1 5f00::1 2620:4f:8000::1 4000::1 8000::1`
    .split(/\s+/)
    .map((address) => [address]);

const reached =
  `8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 169.253.0.1 192.0.1.1 198.17.0.1
  223.255.255.255 11.0.0.1 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::8.8.8.8 2002:808:808:: 2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450::1`
    .split(/\s+/)
    .map((address) => [address]);

describe("an address", () => {
  test.each(refused)("%s is refused", (address) => {
    expect(guard().isAllowed(address)).toBe(false);
  });

  test.each(reached)("%s is public and allowed", (address) => {
    expect(guard().isAllowed(address)).toBe(true);
    expect(guard().isListed(address)).toBe(false);
  });

  test.each([[""], ["localhost"], ["example.org"], ["1.2.3.4.5"], ["::ffff:300.1.1.1"], ["[::1]"]])(
    "%j is not an address and is refused",
    (text) => expect(guard("0.0.0.0/0,::/0").isAllowed(text)).toBe(false),
  );
});

describe("the list of an operator", () => {
  test("allows exactly its networks, in any notation of an address", () => {
    const local = guard("127.0.0.0/8, ::1, 10.1.0.0/16");
    for (const address of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "10.1.255.255"])
      expect(local.isListed(address)).toBe(true);
    for (const address of ["10.2.0.0", "169.254.169.254", "::2", "fe80::1"])
      expect(local.isAllowed(address)).toBe(false);
    expect(local.isAllowed("8.8.8.8")).toBe(true);
  });

  test("accepts only CIDR networks and addresses", () => {
    for (const text of [
      "",
      "localhost",
      "10.0.0.0/33",
      "10.0.0",
      "0x7f.1",
      "::1/129",
      "10.0.0.0/8,",
      "fe80::1%eth0",
    ])
      expect(parseNetworks(text)).toBeUndefined();
    expect(parseNetworks("10.0.0.0/8,::1/128,192.168.1.7")).toHaveLength(3);
  });
});
