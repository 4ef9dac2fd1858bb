/** Most bytes of JSON that a result's details take. */
export const maxDetailsBytes = 65_536;

const bytesOf = (json: string) => Buffer.byteLength(json, "utf8");

/**
 * The details of a result as JSON of bounded size: members are kept in order as long as they fit; those that do not are
 * left out and named under `left_out`, so that a result never grows with what was judged.
 */
export function boundedDetails(details: Readonly<Record<string, unknown>>): string {
  const whole = JSON.stringify(details);
  // Of the worst text, each UTF-16 unit takes three bytes.
  if (whole.length * 3 <= maxDetailsBytes || bytesOf(whole) <= maxDetailsBytes) return whole;
  const kept: [string, unknown][] = [];
  const leftOut: string[] = [];
  let room = maxDetailsBytes - 4096;
  for (const [name, value] of Object.entries(details)) {
    const size = bytesOf(JSON.stringify({ [name]: value }));
    if (size <= room) {
      kept.push([name, value]);
      room -= size;
    } else if (leftOut.length < 20) {
      leftOut.push(name.slice(0, 40));
    }
  }
  return JSON.stringify({ ...Object.fromEntries(kept), left_out: leftOut });
}
