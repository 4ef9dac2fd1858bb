/** The keys that a sequence can use. */
export type CallerName =
  | "admin"
  | "other admin"
  | "viewer"
  | "restricted"
  | "reviewer 0"
  | "reviewer 1"
  | "nobody";

/**
 * A command with placeholders. `{project}` in a path or in a string in the body stands for the id of a
 * project in the sequence; `$word` stands for one of the values in `words`.
 */
export interface CommandTemplate {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
  /** The usual caller. Default: the workspace's own key. */
  caller?: CallerName;
  /** The object that a successful response creates: its kind, and the position of its id in the response. */
  makes?: { kind: string; at: string };
  /** Members of the response that depend on background work. */
  unsettled?: readonly string[];
}

const get = (path: string, further: Partial<CommandTemplate> = {}): CommandTemplate => ({
  method: "GET",
  path,
  ...further,
});
const send =
  (method: CommandTemplate["method"]) =>
  (path: string, body?: unknown, further: Partial<CommandTemplate> = {}): CommandTemplate => ({
    method,
    path,
    body,
    ...further,
  });

/** Templates by method. */
export const via = {
  get,
  post: send("POST"),
  put: send("PUT"),
  patch: send("PATCH"),
  delete: (path: string): CommandTemplate => ({ method: "DELETE", path }),
};

/** Describes a new object whose id is the `id` in the response. */
export const makes = (kind: string, at = "id") => ({ makes: { kind, at } });

/** The values for each `$word`. There are few ids that callers choose, so that commands share objects. */
export const words: Readonly<Record<string, readonly unknown[]>> = {
  name: ["alpha", "beta", "gamma"],
  external: ["call-1", "call-2", "call-3", "call-4"],
  level: ["emergent", "urgent", "less_urgent", "nonsense"],
  answer: [{ triage_level: "urgent" }, { triage_level: "emergent" }, { triage_level: null }, "urgent", null],
  value: [0, 50, 69.99, 70, 100, null],
  grade: ["correct", "too_low", "too_low", "other"],
  flag: [true, false],
  agent: ["bot-a", "bot-b"],
  tool: ["chart.read", "chart.write", "chart.export"],
  status: ["active", "suspended", "quarantined"],
  policy: ["no-exports", "ask-writes"],
  record: ["chart-1", "chart-2"],
  risk: ["low", "high"],
  decision: ["approve", "approve", "reject"],
  seconds: [0, 60, 3600],
  count: [1, 2],
  mode: ["create", "append", "update"],
  onError: ["skip", "abort"],
  rows: [
    '{"id":"call-1","input":1}\n{"id":"call-5","input":2}',
    '{"input":3}\nnull\n{"input":4}',
    '{"id":"call-2","input":',
    "[]",
  ],
};
