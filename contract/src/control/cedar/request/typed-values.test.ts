import fc from "fast-check";
import { expect, test } from "vitest";
import { CedarInstance } from "../engine/cedar-instance.ts";
import { loadCedar } from "../engine/load-cedar.fixture.ts";
import { typedValueOf } from "../../hierarchy/typed-values.ts";

const cedar = new CedarInstance(loadCedar);
cedar.call((engine) =>
  engine.preparsePolicySet("any", { staticPolicies: "permit (principal, action, resource);" }),
);

/** Whether Cedar accepts an argument of an extension type. */
const accepts = (fn: string, arg: string): boolean =>
  cedar.call((engine) => {
    const uid = { type: "u", id: "1" };
    const result = engine.statefulIsAuthorized({
      principal: uid,
      action: { type: "Action", id: "a" },
      resource: uid,
      context: { value: { __extn: { fn, arg } } },
      preparsedPolicySetId: "any",
      entities: [],
    });
    return result.type === "success";
  });

const digits = fc.stringMatching(/^\d{1,20}$/);
const near = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...characters.split("")), minLength: 1, maxLength: 14 });
const args = {
  decimal: fc.oneof(
    near("019.-+e "),
    fc.tuple(fc.constantFrom("", "-", "+"), digits, digits).map(([s, a, b]) => `${s}${a}.${b.slice(0, 5)}`),
    fc.constantFrom(
      "922337203685477.5807",
      "922337203685477.5808",
      "-922337203685477.5808",
      "-922337203685477.5809",
    ),
  ),
  ip: fc.oneof(
    near("0129./:af"),
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 140 })).map(([a, n]) => `${a}/${n}`),
    fc.constantFrom(
      "::",
      "::/0",
      "1::",
      "::ffff:1.2.3.4",
      "1.2.3.4/08",
      "01.2.3.4",
      "1:2:3:4:5:6:7::",
      "fe80::1%1",
    ),
  ),
  datetime: fc.oneof(
    near("0129-:TZ.+"),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
    fc.tuple(fc.nat(9999), fc.nat(14), fc.nat(33), fc.nat(25), fc.nat(61), fc.nat(61)).map(([y, ...rest]) => {
      const [month, day, hour, minute, second] = rest.map((part) => String(part).padStart(2, "0"));
      return `${String(y).padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}+${hour}${minute}`;
    }),
    fc.constantFrom(
      "2024-02-29",
      "2023-02-29",
      "1900-02-29",
      "2000-02-29",
      "2024-01-01T00:00:00",
      "0000-01-01",
    ),
  ),
  duration: fc.oneof(
    near("019dhms-"),
    fc.tuple(digits, fc.constantFrom("d", "h", "m", "s", "ms")).map(([n, unit]) => `${n}${unit}`),
    fc.tuple(digits, digits).map(([a, b]) => `-${a}s${b}ms`),
    fc.constantFrom("1d2h3m4s5ms", "1h1d", "", "-", "0ms", "9223372036854775807ms", "-9223372036854775808ms"),
  ),
};

test.each(Object.entries(args))("an argument of %s is valid exactly if Cedar accepts it", (fn, texts) => {
  fc.assert(
    fc.property(texts, (arg) => {
      expect(typedValueOf({ __extn: { fn, arg } }) !== undefined, arg).toBe(accepts(fn, arg));
    }),
    { numRuns: 400 },
  );
});

test("a typed value has no other member and no other form", () => {
  const ip = { fn: "ip", arg: "10.0.0.0/8" };
  const ada = { type: "user", id: "ada" };
  expect(typedValueOf({ __extn: ip })).toEqual({ kind: "extension", value: ip });
  expect(typedValueOf({ __entity: ada })).toEqual({ kind: "entity", value: ada });
  for (const other of [
    { __extn: ip, x: 1 },
    { __extn: { ...ip, x: 1 } },
    { __extn: { fn: "unknown", arg: "1" } },
    { __extn: { fn: "constructor", arg: "1" } },
    { __extn: { fn: "decimal", arg: 1 } },
    { __extn: [ip] },
    { __entity: { ...ada, name: "x" } },
    { __entity: { type: "user" } },
    { __entity: { type: "", id: "ada" } },
    { __entity: "user::ada" },
    { __expr: 'User::"ada"' },
    { __extn: ip, __entity: ada },
    {},
  ])
    expect(typedValueOf(other), JSON.stringify(other)).toBeUndefined();
});
