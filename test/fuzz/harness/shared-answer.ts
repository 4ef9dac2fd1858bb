/**
 * Returns the part of a response that server and mock share. The mock has no policy engine, so it returns
 * other messages and positions for an invalid policy text.
 */
export const sharedAnswer = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    const members = new Map<string, unknown>(Object.entries(value));
    const refusesText = JSON.stringify(members.get("errors") ?? "").includes('"code":"policy_text"');
    if (!refusesText && !members.has("validated")) return value;
    const ownWords = refusesText ? ["detail", "errors"] : ["errors", "warnings"];
    return Object.fromEntries([...members].filter(([name]) => !ownWords.includes(name)));
  });
