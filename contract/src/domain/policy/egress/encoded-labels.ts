// Checks the labels of a host that are encoded with Punycode (RFC 3492), such as xn--bcher-kva for bücher.
import { parsedUrl } from "../../values/texts/parsed-url.ts";

const prefix = "xn--";
const digits = "abcdefghijklmnopqrstuvwxyz0123456789";
/** Parameters of Punycode (RFC 3492, section 5). */
const { base, tMin, tMax, skew, damp, initialBias, initialPoint } = {
  base: 36,
  tMin: 1,
  tMax: 26,
  skew: 38,
  damp: 700,
  initialBias: 72,
  initialPoint: 128,
};
const lastPoint = 0x10_ff_ff;

/** RFC 3492, section 6.1. */
function adaptedBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** Decodes a label without its prefix (RFC 3492, section 6.2). Returns undefined if it is not Punycode. */
function decodedLabel(encoded: string): string | undefined {
  const delimiter = encoded.lastIndexOf("-");
  const plain = encoded.slice(0, Math.max(0, delimiter));
  const points = Array.from(plain, (character) => character.codePointAt(0) ?? 0);
  let [point, position, bias] = [initialPoint, 0, initialBias];
  for (let at = delimiter + 1; at < encoded.length; position += 1) {
    const before = position;
    for (let weight = 1, k = base; ; k += base) {
      const digit = at < encoded.length ? digits.indexOf(encoded.charAt(at)) : -1;
      if (digit === -1) return undefined;
      at += 1;
      position += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = points.length + 1;
    bias = adaptedBias(position - before, count, before === 0);
    point += Math.floor(position / count);
    if (point > lastPoint) return undefined;
    position %= count;
    points.splice(position, 0, point);
  }
  return points.length === 0 ? undefined : String.fromCodePoint(...points);
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Returns whether the encoded labels of a host are valid. Node.js 20 refuses a URL with an invalid label, but
 * Node.js 24 accepts it if the host is ASCII. This function makes the decision independent of the version.
 *
 * @param host the host of a URL with a special scheme, as the URL parser returns it.
 */
export function hasValidLabels(host: string): boolean {
  if (!host.includes(prefix)) return true;
  const labels: string[] = [];
  for (const label of host.split(".")) {
    const decoded = label.startsWith(prefix) ? decodedLabel(label.slice(prefix.length)) : label;
    if (decoded === undefined) return false;
    labels.push(isAscii(decoded) ? label : decoded);
  }
  const url = `http://${labels.join(".")}/`;
  // The parser checks the decoded labels. If it returns another host, the labels were not in their canonical form.
  return isAscii(url) || parsedUrl(url)?.hostname === host;
}
