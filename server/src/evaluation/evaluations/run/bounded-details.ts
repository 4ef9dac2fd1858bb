/** Maximum size of a result's details, serialized as JSON (bytes). */
export const maxDetailsBytes = 65_536;

const bytesOf = (json: string) => Buffer.byteLength(json, "utf8");

/**
 * Serializes the details of a result. Their size is limited, so that a large sample cannot produce large
 * details. Members are included in order as long as they fit. Omitted members are named under `left_out`.
 */
export function boundedDetails(details: Readonly<Record<string, unknown>>): string {
  const whole = JSON.stringify(details);
  // Each UTF-16 code unit takes at most three bytes in UTF-8.
  if (whole.length * 3 <= maxDetailsBytes || bytesOf(whole) <= maxDetailsBytes) return whole;
  const included: [string, unknown][] = [];
  const leftOut: string[] = [];
  let room = maxDetailsBytes - 4096;
  for (const [name, value] of Object.entries(details)) {
    const size = bytesOf(JSON.stringify({ [name]: value }));
    if (size <= room) {
      included.push([name, value]);
      room -= size;
    } else if (leftOut.length < 20) {
      leftOut.push(name.slice(0, 40));
    }
  }
  return JSON.stringify({ ...Object.fromEntries(included), left_out: leftOut });
}
