import { limits } from "../../platform/limits.ts";
import { jsonPointer } from "./json-pointer.ts";
import { isDigit, numberToken, stringToken, type Token } from "./json-tokens.ts";
import { isSecretName, labelOf } from "../http/quote.ts";
import { type Frame, type ItemFaults, type JsonFault, type JsonScrutiny, ScanStopped } from "./json-fault.ts";
import { mayShowSecret } from "../crypto/secret-place.ts";
import { found, placeOf, type TextStart, wordAt } from "../rows/text-place.ts";

type Step = "value" | "firstItem" | "firstKey" | "key" | "after" | "end";

/** Scans a text once, without recursion and without building the value. */
class JsonScanner {
  readonly #text: string;
  readonly #start: TextStart;
  readonly #checks: JsonScrutiny;
  readonly #frames: Frame[] = [];
  #position = 0;
  /** The fault of the first value that cannot be stored. A later syntax error takes precedence. */
  #unstorable: JsonFault | undefined;
  readonly #ofItems = new Map<number, JsonFault>();

  constructor(text: string, start: TextStart, checks: JsonScrutiny) {
    this.#text = text;
    this.#start = start;
    this.#checks = checks;
  }

  /** The first fault of each item, by its index; only with `itemsIn`. */
  get ofItems(): ReadonlyMap<number, JsonFault> {
    return this.#ofItems;
  }

  /** @throws {ScanStopped} if the text is not JSON or is nested too deeply. */
  scan(): JsonFault | undefined {
    for (let step: Step = "value"; step !== "end";) {
      this.#skipSpace();
      step = this.#take(step);
    }
    if (this.#position < this.#text.length) this.#expected("the end of the text");
    return this.#unstorable;
  }

  #take(step: Exclude<Step, "end">): Step {
    if (step === "value") return this.#value("a value");
    if (step === "key") return this.#key("a key in double quotes");
    if (step === "firstItem") return this.#at("]") ? this.#close() : this.#value('a value or "]"');
    if (step === "firstKey")
      return this.#at("}") ? this.#close() : this.#key('a key in double quotes or "}"');
    return this.#after();
  }

  #value(wanted: string): Step {
    const character = this.#text.charAt(this.#position);
    if (character === "{") return this.#open("}");
    if (character === "[") return this.#open("]");
    if (character === '"') {
      const reason = this.#pass(stringToken(this.#text, this.#position));
      if (reason !== undefined) this.#refuse(reason);
    } else if (character === "-" || isDigit(character.charCodeAt(0))) {
      const reason = this.#pass(numberToken(this.#text, this.#position, this.#checks.exactNumbers === true));
      if (reason !== undefined) this.#refuse(reason);
    } else {
      const word = wordAt(this.#text, this.#position);
      if (word !== "true" && word !== "false" && word !== "null") this.#expected(wanted);
      this.#position += word.length;
    }
    return "after";
  }

  #open(closer: Frame["closer"]): Step {
    if (this.#frames.length === limits.jsonDepth) this.#refuseDepth();
    this.#frames.push({ closer, index: 0, keyStart: 0, keyEnd: 0 });
    this.#position += 1;
    return closer === "]" ? "firstItem" : "firstKey";
  }

  #close(): Step {
    this.#frames.pop();
    this.#position += 1;
    return "after";
  }

  #after(): Step {
    const frame = this.#frames.at(-1);
    if (!frame) return "end";
    if (this.#at(frame.closer)) return this.#close();
    if (!this.#at(",")) this.#expected(`"," or "${frame.closer}"`);
    this.#position += 1;
    frame.index += 1;
    return frame.closer === "]" ? "value" : "key";
  }

  #key(wanted: string): Step {
    if (!this.#at('"')) this.#expected(wanted);
    const keyStart = this.#position;
    const reason = this.#pass(stringToken(this.#text, keyStart));
    if (reason !== undefined) this.#refuseKey(reason);
    const frame = this.#frames.at(-1);
    if (frame) {
      frame.keyStart = keyStart;
      frame.keyEnd = this.#position;
      if (this.#checks.uniqueKeys) this.#refuseRepeated(frame);
    }
    this.#skipSpace();
    if (!this.#at(":")) this.#expected('":"');
    this.#position += 1;
    return "value";
  }

  /** Skips a token. Returns the reason if the token cannot be stored. */
  #pass(token: Token): string | undefined {
    if ("reason" in token) this.#malformed(token.malformedAt, token.reason);
    this.#position = token.end;
    return token.unstorable;
  }

  #refuse(reason: string): void {
    this.#refuseAt(this.#frames, (segments) => {
      const label = labelOf(segments, "The value");
      return segments.some(isSecretName)
        ? `${label} cannot be stored exactly; the value is not shown.`
        : `${label} ${reason}.`;
    });
  }

  #refuseKey(reason: string): void {
    this.#refuseAt(
      this.#frames.slice(0, -1),
      (segments) => `A key of ${labelOf(segments, "the value")} ${reason}.`,
    );
  }

  #refuseDepth(): void {
    const limit = `must have at most ${limits.jsonDepth} levels`;
    const isItem = this.#item() !== undefined;
    if (isItem)
      return this.#refuseAt(
        this.#frames.slice(0, 2),
        () => `The item is nested too deep; the JSON ${limit}.`,
      );
    const message = `The JSON is nested too deep at ${this.#place(this.#position)}; it ${limit}.`;
    throw new ScanStopped({ code: "validation_failed", path: "", message });
  }

  /** Refuses a value that cannot be stored, unless its item or the text is already refused. */
  #refuseAt(frames: readonly Frame[], messageOf: (segments: (string | number)[]) => string): void {
    const item = this.#item();
    if (item === undefined ? this.#unstorable : this.#ofItems.has(item)) return;
    const segments = this.#segments(frames);
    const fault = {
      code: "validation_failed",
      path: jsonPointer(segments),
      message: messageOf(segments),
    } as const;
    if (item === undefined) this.#unstorable = fault;
    else this.#ofItems.set(item, fault);
  }

  /** The index of the current item; undefined if the items are not refused one by one, or outside of them. */
  #item(): number | undefined {
    const [whole, list] = this.#frames;
    const { itemsIn } = this.#checks;
    if (itemsIn === undefined || whole?.closer !== "}" || list?.closer !== "]") return undefined;
    // No batch has more items, so further ones refuse the whole text.
    if (list.index >= limits.decisionsPerBatch) return undefined;
    return this.#segments([whole])[0] === itemsIn ? list.index : undefined;
  }

  #refuseRepeated(frame: Frame): void {
    const written = this.#text.slice(frame.keyStart, frame.keyEnd);
    // The set contains only one form of each key: quoted, without unnecessary escapes.
    const key = written.includes("\\") ? JSON.stringify(JSON.parse(written)) : written;
    const keys = (frame.keys ??= new Set());
    if (keys.has(key) && !this.#unstorable) {
      const segments = this.#segments(this.#frames);
      const message = `${labelOf(segments, "The value")} is repeated; each member must be unique.`;
      this.#unstorable = {
        code: "malformed_json",
        path: jsonPointer(segments),
        message,
        duplicate: placeOf(this.#text, frame.keyStart, this.#start),
      };
    }
    keys.add(key);
  }

  #segments(frames: readonly Frame[]): (string | number)[] {
    return frames.map(({ closer, index, keyStart, keyEnd }) => {
      if (closer === "]") return index;
      const key: string = JSON.parse(this.#text.slice(keyStart, keyEnd));
      return key;
    });
  }

  #expected(wanted: string): never {
    this.#malformed(this.#position, `${found(this.#text, this.#position)} where ${wanted} was expected`);
  }

  #malformed(offset: number, problem: string): never {
    const shownProblem = mayShowSecret(this.#text, offset) ? "the text there is not shown" : problem;
    const message = `Not valid JSON at ${this.#place(offset)}: ${shownProblem}.`;
    throw new ScanStopped({ code: "malformed_json", path: "", message });
  }

  #place(offset: number): string {
    const { line, column } = placeOf(this.#text, offset, this.#start);
    return `line ${line}, column ${column}`;
  }

  #at(character: string): boolean {
    return this.#text.charAt(this.#position) === character;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#position);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#position += 1;
    }
  }
}

/**
 * Finds the reason to reject a JSON text: the first syntax error; or else nesting beyond the limit, a number
 * that cannot be represented, or U+0000 or half of a surrogate pair in a string or key.
 *
 * Takes one pass in linear time, without recursion.
 *
 * @param start position of the text in its file, for the line and column in messages.
 * @param checks the optional checks to make.
 * @returns undefined for a valid text, which `JSON.parse` accepts.
 */
export const findJsonFault = (
  text: string,
  start: TextStart,
  checks: JsonScrutiny = {},
): JsonFault | undefined => findJsonFaults(text, start, checks).fault;

/** Like `findJsonFault`, but separates the faults of the items in `checks.itemsIn` from those of the whole text. */
export function findJsonFaults(text: string, start: TextStart, checks: JsonScrutiny): ItemFaults {
  const scanner = new JsonScanner(text, start, checks);
  const { ofItems } = scanner;
  try {
    return { fault: scanner.scan(), ofItems };
  } catch (error) {
    if (error instanceof ScanStopped) return { fault: error.fault, ofItems };
    throw error;
  }
}
