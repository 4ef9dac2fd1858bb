import { limits } from "../../platform/limits.ts";
import { jsonPointer } from "./json-pointer.ts";
import { isDigit, numberToken, respelling, stringToken, type Token } from "./json-tokens.ts";
import { isSecretName, labelOf } from "../http/quote.ts";
import { mayShowSecret } from "../crypto/secret-place.ts";
import { found, placeOf, type TextStart, wordAt } from "../rows/text-place.ts";

/** What makes a JSON text unacceptable. */
export interface JsonFault {
  /** `malformed_json`: no JSON at all; `validation_failed`: JSON that cannot be stored exactly. */
  code: "malformed_json" | "validation_failed";
  /** JSON Pointer to the value; empty when the text as a whole is meant. */
  path: string;
  message: string;
  /** A member is there twice: only where that is looked for. */
  duplicate?: true;
}

interface Frame {
  closer: "]" | "}";
  /** Index of the present item; of an array only. */
  index: number;
  /** Where the present key stands, quotes included; of an object only. */
  keyStart: number;
  keyEnd: number;
  /** The keys so far; of an object only, and only where each may be there once. */
  keys?: Set<string>;
}

type Step = "value" | "firstItem" | "firstKey" | "key" | "after" | "end";

/** What is looked for besides. */
export interface JsonScrutiny {
  /** A key that an object has twice is a fault. */
  uniqueKeys?: boolean;
  /** A number that is written as no program writes it is a fault. */
  plainNumbers?: boolean;
}

/** Nothing after this place can be read. */
class Stopped extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Reads a text once, without recursion and without building the value. */
class JsonScanner {
  readonly #text: string;
  readonly #start: TextStart;
  readonly #looksFor: JsonScrutiny;
  readonly #frames: Frame[] = [];
  #position = 0;
  /** First value that is JSON and cannot be stored; a malformed place further on still comes first. */
  #unstorable: JsonFault | undefined;

  constructor(text: string, start: TextStart, looksFor: JsonScrutiny) {
    this.#text = text;
    this.#start = start;
    this.#looksFor = looksFor;
  }

  /** @throws {Stopped} when the text is no JSON, or is nested too deep to be read on. */
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
      const refusal = this.#pass(stringToken(this.#text, this.#position));
      if (refusal !== undefined) this.#refuse(refusal);
    } else if (character === "-" || isDigit(character.charCodeAt(0))) {
      const start = this.#position;
      const refusal = this.#pass(numberToken(this.#text, start));
      const odd = this.#looksFor.plainNumbers && respelling(this.#text.slice(start, this.#position));
      if (refusal !== undefined) this.#refuse(refusal);
      else if (odd) this.#refuse(odd);
    } else {
      const word = wordAt(this.#text, this.#position);
      if (word !== "true" && word !== "false" && word !== "null") this.#expected(wanted);
      this.#position += word.length;
    }
    return "after";
  }

  #open(closer: Frame["closer"]): Step {
    if (this.#frames.length === limits.jsonDepth) {
      const message = `The JSON is nested too deep at ${this.#place(this.#position)}; it must have at most ${limits.jsonDepth} levels.`;
      throw new Stopped({ code: "validation_failed", path: "", message });
    }
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
    const refusal = this.#pass(stringToken(this.#text, keyStart));
    if (refusal !== undefined) this.#refuseKey(refusal);
    const frame = this.#frames.at(-1);
    if (frame) {
      frame.keyStart = keyStart;
      frame.keyEnd = this.#position;
      if (this.#looksFor.uniqueKeys) this.#refuseRepeated(frame);
    }
    this.#skipSpace();
    if (!this.#at(":")) this.#expected('":"');
    this.#position += 1;
    return "value";
  }

  /** Goes past a token; gives the reason why it cannot be stored, if there is one. */
  #pass(token: Token): string | undefined {
    if ("reason" in token) this.#malformed(token.malformedAt, token.reason);
    this.#position = token.end;
    return token.unstorable;
  }

  #refuse(reason: string): void {
    if (this.#unstorable) return;
    const segments = this.#segments(this.#frames);
    const label = labelOf(segments, "The value");
    const message = segments.some(isSecretName)
      ? `${label} cannot be stored exactly; what was sent is not shown.`
      : `${label} ${reason}.`;
    this.#unstorable = { code: "validation_failed", path: jsonPointer(segments), message };
  }

  #refuseKey(reason: string): void {
    if (this.#unstorable) return;
    const segments = this.#segments(this.#frames.slice(0, -1));
    const message = `A key of ${labelOf(segments, "the value")} ${reason}.`;
    this.#unstorable = { code: "validation_failed", path: jsonPointer(segments), message };
  }

  #refuseRepeated(frame: Frame): void {
    const written = this.#text.slice(frame.keyStart, frame.keyEnd);
    // A set is of one spelling: that in quotes, without escapes where none is needed.
    const key = written.includes("\\") ? JSON.stringify(JSON.parse(written)) : written;
    const keys = (frame.keys ??= new Set());
    if (keys.has(key) && !this.#unstorable) {
      const segments = this.#segments(this.#frames);
      const message = `${labelOf(segments, "The value")} is there twice; a member must be there once.`;
      this.#unstorable = {
        code: "validation_failed",
        path: jsonPointer(segments),
        message,
        duplicate: true,
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

  #malformed(offset: number, what: string): never {
    const said = mayShowSecret(this.#text, offset) ? "what stands there is not shown" : what;
    const message = `Not valid JSON at ${this.#place(offset)}: ${said}.`;
    throw new Stopped({ code: "malformed_json", path: "", message });
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
 * Finds what makes a text no acceptable JSON: the first malformed place; else nesting beyond the limit, an integer or
 * number that cannot be represented, U+0000 or half of a surrogate pair in a string or key.
 *
 * One pass in linear time, without recursion.
 *
 * @param start where the text begins in its file, for the line and column of messages.
 * @param looksFor what else is a fault.
 * @returns undefined when there is nothing wrong: then `JSON.parse` takes the text.
 */
export function findJsonFault(
  text: string,
  start: TextStart,
  looksFor: JsonScrutiny = {},
): JsonFault | undefined {
  try {
    return new JsonScanner(text, start, looksFor).scan();
  } catch (error) {
    if (error instanceof Stopped) return error.fault;
    throw error;
  }
}
