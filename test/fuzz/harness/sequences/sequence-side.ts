import { type Context, createContext, type RawResponse } from "../../../conformance/harness/context.ts";
import type { Target } from "../../../conformance/harness/target.ts";
import { comparable } from "../../../conformance/harness/twin.ts";
import type { CallerName } from "./command-template.ts";
import { type Command, placeOf } from "./draw-command.ts";
import { newReviewer, newRubric } from "./review-commands.ts";

/** One of a sequence's two sides, which is a separate workspace on a target. */
export class SequenceSide {
  readonly #context: Context;
  readonly #keys: Map<CallerName, string | null>;
  /** Maps placeholders to real ids. */
  readonly #ids = new Map<string, string>();
  /** Number of objects of each kind. */
  readonly pool = new Map<string, number>();

  private constructor(context: Context) {
    this.#context = context;
    this.#keys = new Map<CallerName, string | null>([
      ["admin", context.key],
      ["nobody", null],
    ]);
  }

  /** Creates a workspace with objects for the commands of every resource. */
  static async on(target: Target): Promise<SequenceSide> {
    const context = await createContext(target);
    const side = new SequenceSide(context);
    const { assay } = context;
    const project = await assay.projects.create({ name: "alpha" });
    const dataset = await assay.datasets.create({ name: "alpha", project: project.id });
    const answered = { output: { triage_level: "urgent" }, expected: { triage_level: "emergent" } };
    const rows = ["call-1", "call-2"].map((external_id) => ({ external_id, input: 1, ...answered }));
    const { data } = await assay.samples.create(dataset.id, { samples: rows });
    side.#note("project", [project.id]);
    side.#note("dataset", [dataset.id]);
    side.#note(
      "sample",
      data.map(({ id }) => id),
    );
    await assay.control.agents.create({ id: "bot-a", apiKey: "sk-4b1f9c7Qx2", tools: ["chart.write"] });
    await assay.control.settings.put({ toolRisk: { "chart.write": "high" } });
    await side.#make(newRubric, "rubric");
    await side.#make(newReviewer, "reviewer");
    await side.#make(newReviewer, "reviewer");
    return side;
  }

  /** Returns a caller's key, which is created on the first call. */
  async #keyOf(caller: CallerName): Promise<string | null> {
    const present = this.#keys.get(caller);
    if (present !== undefined) return present;
    const key = await this.#context.newKey(this.#grantOf(caller));
    this.#keys.set(caller, key);
    return key;
  }

  #grantOf(caller: CallerName): Parameters<Context["newKey"]>[0] {
    const idOf = (kind: string, ordinal: number) => this.#ids.get(placeOf(kind, ordinal)) ?? "";
    if (caller === "viewer") return { preset: "viewer" };
    if (caller === "restricted") return { preset: "admin", projects: [idOf("project", 0)] };
    if (!caller.startsWith("reviewer")) return { preset: "admin" };
    return { preset: "reviewer", reviewer: idOf("reviewer", Number(caller.at(-1))) };
  }

  /** Sends a command. @returns the status, and the part of the response that is equal on both sides. */
  async send(command: Command): Promise<{ status: number; shared: unknown }> {
    const { method, path, body, headers, caller, makes, unsettled = [], advanceMs } = command;
    this.#context.target.advance(advanceMs);
    // The mock expires approvals and creates deliveries at once, a server shortly afterwards.
    if (advanceMs > 1 || path.startsWith("/v1/webhooks")) await this.#context.target.settled();
    const key = await this.#keyOf(caller);
    const answer = await this.#context.request(method, this.#real(path), {
      ...(body !== undefined && { body: this.#real(body) }),
      headers: { ...headers },
      key,
    });
    if (makes && answer.status < 300) this.#note(makes.kind, textsAt(answer.body, makes.at.split(".")));
    if (answer.status === 202 && makes?.kind === "export") await this.#exported(answer);
    if (answer.status < 300 && makes?.kind === "evaluation") await this.#evaluated(answer);
    const pairs = [...this.#ids].map(([placeholder, id]) => [id, placeholder] as const);
    const shared = comparable({ ...answer, body: without(answer.body, unsettled) }, pairs);
    return { status: answer.status, shared };
  }

  /** Waits until this side has written the export's file, because the progress differs between sides. */
  async #exported({ body }: RawResponse): Promise<void> {
    const [id = ""] = textsAt(body, ["id"]);
    await this.#context.assay.exports.wait(id, { pollIntervalMs: 5 });
  }

  /** Waits until this side has run the evaluation. The mock runs it at once. */
  async #evaluated({ body }: RawResponse): Promise<void> {
    const [id = ""] = textsAt(body, ["id"]);
    await this.#context.assay.evaluations.wait(id, { pollIntervalMs: 5, throwOnFailure: false });
  }

  async #make({ path, body }: { path: string; body?: unknown }, kind: string): Promise<string> {
    const text = JSON.stringify(body)
      .replaceAll("$name", "alpha")
      .replaceAll("{project}", placeOf("project", 0));
    const answer = await this.#context.request("POST", path, { body: this.#real(text) });
    const [id] = textsAt(answer.body, ["id"]);
    if (id === undefined) throw new Error(`No ${kind} was created: ${JSON.stringify(answer.body)}`);
    this.#note(kind, [id]);
    return id;
  }

  #note(kind: string, ids: readonly string[]): void {
    for (const id of ids) {
      // A repeated response creates no new object.
      if ([...this.#ids.values()].includes(id)) continue;
      const ordinal = this.pool.get(kind) ?? 0;
      this.#ids.set(placeOf(kind, ordinal), id);
      this.pool.set(kind, ordinal + 1);
    }
  }

  #real(text: string): string {
    let result = text;
    for (const [placeholder, id] of this.#ids) result = result.replaceAll(placeholder, id);
    return result;
  }
}

/** Returns the strings at a path in a value; `*` stands for every member of a list. */
function textsAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return typeof value === "string" ? [value] : [];
  if (name === "*") return Array.isArray(value) ? value.flatMap((one: unknown) => textsAt(one, rest)) : [];
  if (typeof value !== "object" || value === null) return [];
  return textsAt(new Map<string, unknown>(Object.entries(value)).get(name), rest);
}

/** Returns a body without the members with certain names, at any depth. */
function without(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || body === undefined) return body;
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (names.includes(name) ? undefined : value)),
  );
}
