/**
 * What server and mock can both say: the mock has no engine of policies, so where and why a text is none it says in its own
 * words.
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
