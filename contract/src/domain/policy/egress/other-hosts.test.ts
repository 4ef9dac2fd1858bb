import { describe, expect, test } from "vitest";
import { evaluateEgress } from "./egress.ts";

const isPublicAddress = (address: string): boolean => !/^(?:10|127)\./.test(address);
const hostsIn = (sent: unknown, allowed: readonly string[] | null = null) => {
  const { hosts, outside } = evaluateEgress({ sent, declared: undefined }, { allowed, isPublicAddress });
  return { hosts, outside: outside.map(({ host }) => host).sort() };
};
const declaredIn = (declared: unknown) =>
  evaluateEgress({ sent: {}, declared }, { allowed: null, isPublicAddress });

describe("an address in a text", () => {
  test.each([
    ["http://010.0.0.1/", "8.0.0.1", "10.0.0.1"],
    ["see http://u@0127.0.0.1:80/", "87.0.0.1", "127.0.0.1"],
    ["//0127.0.0.1", "87.0.0.1", "127.0.0.1"],
    ["http://%30127.0.0.1/", "87.0.0.1", "127.0.0.1"],
    ["http://\uff10127\u30020.0.1/", "87.0.0.1", "127.0.0.1"],
    ["http://00167772161/", "1.223.244.113", "10.0.0.1"],
    ["http://0300.0.0.1/", "192.0.0.1", "(unreadable)"],
  ])("has two hosts if a number with a leading zero may be octal or decimal: %j", (note, octal, decimal) => {
    expect(hostsIn({ note }).hosts).toEqual([octal, decimal].sort());
    expect(hostsIn({ note }).outside).toContain(decimal);
    expect(hostsIn({ note }, [octal]).outside).toEqual([decimal]);
    expect(declaredIn(note.replace(/^see /, "")).outside).toMatchObject([{ host: decimal }]);
  });

  test.each(["010.0.0.1", "010.0.0.1:80/x", "u@010.0.0.1"])(
    "has two hosts without a scheme if a number has a leading zero: %j",
    (text) => {
      for (const member of ["url", "target"])
        expect(hostsIn({ [member]: text }).hosts).toEqual(["10.0.0.1", "8.0.0.1"]);
    },
  );

  test("has one host if its numbers have no leading zero, or are hexadecimal", () => {
    for (const note of ["http://8.0.0.1/", "http://0.0.0.0/", "http://0x8.0.0.1/", "http://8.1/"])
      expect(hostsIn({ note }).hosts).toHaveLength(1);
  });

  test.each([
    ["http://fa\u00df.example/", "xn--fa-hia.example", "fass.example"],
    // The Unicode versions of the runtimes read this letter in different ways too.
    ["http://FA\u1e9e.example/", "xn--fa-hia.example", "fass.example"],
    ["http://\u03b2\u03cc\u03bb\u03bf\u03c2.example/", "xn--nxasmm1c.example", "xn--nxasmq6b.example"],
    ["http://fa%C3%9F.example/", "xn--fa-hia.example", "fass.example"],
    ["http://\u0db1\u0dca\u200d\u0dbb\u0dd3.example/", "xn--r0cu8bwb660p.example", "xn--r0cu8bwb.example"],
  ])("has two hosts if the versions of IDNA convert it in different ways: %j", (note, host, former) => {
    expect(hostsIn({ note }).hosts).toEqual([host, former].sort());
    expect(hostsIn({ note }, [host]).outside).toEqual([former]);
    expect(hostsIn({ note }, [host, former]).outside).toEqual([]);
    expect(hostsIn({ note: `http://${host}/` }, [host])).toEqual({ hosts: [host], outside: [] });
  });
});
