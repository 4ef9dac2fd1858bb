import { expect, test } from "vitest";
import { element, escapeText, toSvg } from "./plot-node.ts";

test("texts and attributes are escaped", () => {
  const node = element("text", { "data-label": `"><script>` }, [`<b>&"'`, element("b", {}, ["x"])]);
  expect(toSvg(node)).toBe(
    `<text data-label="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&quot;&#39;<b>x</b></text>`,
  );
});

test("characters that XML forbids, or that change the direction of other text, are replaced", () => {
  expect(escapeText("a\u0000b\u001Bc\u202Ed\uD800e\uFFFFf\ng\th")).toBe("a b c d\uFFFDe\uFFFDf\ng\th");
  expect(escapeText("\u0639\u0631\u0628\u064A 👩‍⚕️")).toBe("\u0639\u0631\u0628\u064A 👩‍⚕️");
});

test("numbers have at most two decimals, and undefined attributes are left out", () => {
  expect(toSvg(element("rect", { x: 1 / 3, y: 2, class: undefined }))).toBe('<rect x="0.33" y="2"></rect>');
});
