import { expect, test } from "vitest";
import { maxWork } from "./parse-address.ts";
import { targetsOfCall } from "./targets.ts";

const workOf = (sent: unknown): number => targetsOfCall({ sent, declared: undefined }).work;
/** The most work of one part of a text, after which a search stops. */
const largestStep = 30_000;

const manyForms = "ftp:%41\t\u2460";

test.each(["http:'@", "ftp:", manyForms, "a@b:c ", "ftp:a@%25 "])(
  "a search for %j does work that is linear in the length of the text",
  (part) => {
    const work = (chars: number): number => workOf({ note: part.repeat(chars / part.length) });
    // The text after a scheme is read up to 1,000 characters, so the ratio is above 2 for short texts.
    expect(work(3000)).toBeLessThanOrEqual(3 * work(1500));
    expect(work(3000)).toBeLessThan(maxWork);
  },
);

test("a search stops after a fixed amount of work, in every part of a call", () => {
  const texts = [manyForms.repeat(6000), Array.from({ length: 8000 }, (_, index) => `ftp:%zz${index}`)];
  for (const text of texts) {
    for (const call of [
      { sent: { text }, declared: undefined },
      { sent: {}, declared: { text } },
      { sent: [{ text }, { text }, { text }], declared: undefined },
    ]) {
      const { work } = targetsOfCall(call);
      expect(work).toBeGreaterThan(maxWork);
      expect(work).toBeLessThan(maxWork + largestStep);
    }
  }
});

test("a search parses each address once, and words that cannot be addresses never", () => {
  expect(workOf({ list: Array.from({ length: 1000 }, () => "http://ok.example/") })).toBe(
    workOf({ list: ["http://ok.example/"] }) +
      999 *
        (workOf({ list: ["http://ok.example/", "see http://ok.example/"] }) -
          workOf({ list: ["http://ok.example/"] })),
  );
  const words = Array.from(
    { length: 5000 },
    (_, index) => `${index} ${index}.5 w${index}x \u0441\u043b\u043e\u0432\u043e${index}`,
  );
  expect(workOf({ source: words.join(" ") })).toBe(0);
});

test("a call that shares its values with another call is not searched again", () => {
  let reads = 0;
  const args = {
    get url() {
      reads += 1;
      return "10.0.0.1";
    },
  };
  const call = { sent: [args], declared: undefined, isShared: true };
  const hosts = () => targetsOfCall(call).targets.map(({ host }) => host);
  expect(hosts()).toEqual(["10.0.0.1"]);
  const first = reads;
  expect(hosts()).toEqual(["10.0.0.1"]);
  expect(reads).toBe(first);
});
