import { describe, expect, test } from "vitest";
import { CedarConverter, cedarNumber, type NumberForm } from "./cedar-values.ts";

const decimal = (arg: string) => ({ __extn: { fn: "decimal", arg } });

describe("numbers", () => {
  // Columns: the number, its plain form, its form in context.numbers. The largest decimal is
  // 922337203685477.5807.
  test.each([
    [0, 0, decimal("0.0")],
    [-0, 0, decimal("0.0")],
    [50, 50, decimal("50.0")],
    [-7, -7, decimal("-7.0")],
    [922_337_203_685_477, 922_337_203_685_477, decimal("922337203685477.0")],
    [922_337_203_685_478, 922_337_203_685_478, undefined],
    [-922_337_203_685_478, -922_337_203_685_478, undefined],
    [9_007_199_254_740_991, 9_007_199_254_740_991, undefined],
    [9_007_199_254_740_992, undefined, undefined],
    [1e21, undefined, undefined],
    [99.5, decimal("99.5"), decimal("99.5")],
    [-0.25, decimal("-0.25"), decimal("-0.25")],
    [0.0001, decimal("0.0001"), decimal("0.0001")],
    [0.1234, decimal("0.1234"), decimal("0.1234")],
    [0.12345, undefined, undefined],
    [0.00001, undefined, undefined],
    [1e-7, undefined, undefined],
    [3 * 1100.1, undefined, undefined],
    [250_000.12345, undefined, undefined],
    [922_337_203_685_477.5, decimal("922337203685477.5"), decimal("922337203685477.5")],
    [922_337_203_685_477.625, undefined, undefined],
  ])("%d is %o as a plain value and %o in context.numbers", (value, plain, numbers) => {
    expect(cedarNumber(value, "plain")).toEqual(plain);
    expect(Object.is(cedarNumber(value, "plain"), -0)).toBe(false);
    expect(cedarNumber(value, "numbers")).toEqual(numbers);
  });
});

describe("other values", () => {
  const convert = (value: unknown, form: NumberForm = "plain") => {
    const converter = new CedarConverter();
    const { value: converted } = converter.convert({ value }, "all", { part: "args", form });
    const names = converter.faults.map(({ place }) => [place.array?.key, place.key]);
    return [converted, names];
  };

  test.each([["text"], ["1000000"], [""], [true], [false]])("%o stays the same in both forms", (value) => {
    expect(convert(value)).toEqual([value, []]);
    expect(convert(value, "numbers")).toEqual([value, []]);
  });

  test("arrays are sets and objects are records, also if they are nested", () => {
    const value = [{ a: [1, 0.5] }, "x"];
    expect(convert(value)).toEqual([[{ a: [1, decimal("0.5")] }, "x"], []]);
    expect(convert(value, "numbers")).toEqual([[{ a: [decimal("1.0"), decimal("0.5")] }, "x"], []]);
    expect(convert([[1, [2]], [], 3])).toEqual([[[1, [2]], [], 3], []]);
    expect(convert([])).toEqual([[], []]);
    expect(convert({})).toEqual([{}, []]);
  });

  test.each([
    ["null", null, [undefined, "value"]],
    ["null in an array", [1, null], ["value", 1]],
    ["a number in an array", [1, 1e21], ["value", 1]],
    ["a number in an object in an array", [{ a: [1e21] }], ["value", 0]],
    ["an entity", { __entity: { type: "user", id: "ada" } }, [undefined, "value"]],
    ["an extension value beside other members", { __extn: 1, other: 2 }, [undefined, "value"]],
    ["an expression in an array", [{ __expr: "1" }], ["value", 0]],
  ])("%s is recorded with the outermost array", (_title, value, [array, key]) => {
    const [, faults] = convert(value);
    // The value in the object is two levels below the array's element: index 0 of the inner array.
    expect(faults).toEqual([[array, key]]);
  });

  test("only members that are read are converted", () => {
    const converter = new CedarConverter();
    const reads = new Map([["amount", "all" as const]]);
    const value = { note: 0.123456, amount: 5 };
    expect(converter.convert(value, reads, { part: "args", form: "plain" })).toEqual({ amount: 5 });
    expect(converter.faults).toEqual([]);
  });
});
