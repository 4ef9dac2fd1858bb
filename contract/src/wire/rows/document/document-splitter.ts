import { nameOfSegment } from "../../../domain/values/paths/pointer-segment.ts";
import { quoted } from "../../http/quote.ts";
import { readJsonText } from "../../json/json-text.ts";
import { RowBytes, type RowSplitter, type SplitRow } from "../row-bytes.ts";
import { shown } from "../text-place.ts";
import {
  type Container,
  type DocumentState,
  expectedText,
  expectsKey,
  expectsValue,
  objectHint,
  type RowsPlace,
} from "./document-grammar.ts";
import { isJsonSpace, jsonBytes, JsonValueScanner } from "./json-value-scanner.ts";

const { quote, comma, colon, openBracket, closeBracket, openBrace, closeBrace } = jsonBytes;
const punctuation: readonly number[] = [comma, colon, closeBracket, closeBrace];
const closerOf = (container: Container | undefined): number =>
  container?.isObject ? closeBrace : closeBracket;

/** The text that is being read: a row, the key of a member, or a value outside of the rows. */
type Inside = "row" | "key" | "other";

/**
 * Splits one JSON document into its rows without parsing them, so that each row is parsed and rejected
 * separately. Values outside of the rows are skipped without parsing them.
 */
export class DocumentSplitter implements RowSplitter {
  readonly #place: RowsPlace;
  readonly #path: readonly string[];
  readonly #text: RowBytes;
  readonly #scanner = new JsonValueScanner();
  readonly #containers: Container[] = [];
  #state: DocumentState = "start";
  #inside: Inside | undefined;
  /** Start of the text that is being read. */
  #textStart = { line: 1, column: 1 };
  #isFound = false;
  #stopped = false;

  constructor(place: RowsPlace, maxRowBytes: number) {
    const { records } = place;
    this.#place = place;
    this.#path = records === "" ? [] : records.slice(1).split("/").map(nameOfSegment);
    this.#text = new RowBytes(maxRowBytes);
  }

  push(piece: Uint8Array): SplitRow[] {
    const rows: SplitRow[] = [];
    for (let index = 0; index < piece.length && !this.#stopped;) {
      if (this.#inside === undefined) {
        index += this.#outside(piece[index] ?? 0, rows);
        continue;
      }
      const end = this.#scanner.endIn(piece, index);
      const bytes = piece.subarray(index, end);
      index += bytes.length;
      if (end !== undefined) this.#finishText(bytes, rows);
      else if (this.#inside !== "other") this.#text.add(bytes);
    }
    return rows;
  }

  end(): SplitRow[] {
    if (this.#stopped) return [];
    if (this.#inside === "row") {
      const { line, column } = this.#textStart;
      return [this.#stop(`the file ends inside the row that starts at line ${line}, column ${column}`)];
    }
    if (this.#state !== "end") return [this.#stop(`the file ends where ${this.#expected()}`)];
    return this.#isFound ? [] : [this.#notFound()];
  }

  get #container(): Container | undefined {
    return this.#containers.at(-1);
  }

  /** Whether the container contains the rows. Each segment of the path leads to one more container. */
  get #isInRows(): boolean {
    return this.#containers.length === this.#path.length + 1;
  }

  /** Whether the value of the current item leads to the rows. */
  get #isOnWay(): boolean {
    const container = this.#container;
    return !container || (!this.#isInRows && container.name === this.#path[this.#containers.length - 1]);
  }

  /**
   * Reads one byte between the texts. Returns the number of bytes used, which is 0 if a text starts with this
   * byte.
   */
  #outside(byte: number, rows: SplitRow[]): number {
    const state = this.#state;
    const container = this.#container;
    if (!isJsonSpace(byte)) {
      if (this.#closes(byte)) {
        this.#containers.pop();
        this.#state = this.#containers.length === 0 ? "end" : "between";
      } else if (state === "between" && byte === comma) this.#state = "item";
      else if (state === "colon" && byte === colon) this.#state = "value";
      else if (expectsKey(state, container) && byte === quote) return this.#open("key", byte);
      else if (expectsValue(state, container) && !punctuation.includes(byte))
        return this.#openValue(byte, rows);
      else return this.#refuse(byte, rows);
    }
    this.#scanner.advance(byte);
    return 1;
  }

  /** Whether a byte closes the container. */
  #closes(byte: number): boolean {
    const container = this.#container;
    const mayClose = container && (this.#state === "first" || this.#state === "between");
    return mayClose === true && byte === closerOf(container);
  }

  /** Starts a value: a row, a container on the way to the rows, or another value. */
  #openValue(byte: number, rows: SplitRow[]): number {
    const container = this.#container;
    if (container && !container.isObject) container.name = String(container.items);
    if (container) container.items += 1;
    if (!this.#isOnWay) return this.#open(this.#isInRows ? "row" : "other", byte);
    const isRows = this.#containers.length === this.#path.length;
    const isObject = byte === openBrace;
    if ((!isObject && byte !== openBracket) || (isRows && isObject !== this.#place.keyed))
      return this.#refuse(byte, rows);
    if (container?.isPassed === true) {
      rows.push(this.#stop(`the member ${quoted(container.name)} occurs twice`));
      return 1;
    }
    if (container) container.isPassed = true;
    this.#isFound ||= isRows;
    this.#containers.push({ isObject, name: "", items: 0, isPassed: false });
    this.#state = "first";
    this.#scanner.advance(byte);
    return 1;
  }

  #refuse(byte: number, rows: SplitRow[]): number {
    const character =
      byte < 0x80 ? shown(String.fromCharCode(byte)) : `byte 0x${byte.toString(16).toUpperCase()}`;
    const isPlainArray = !this.#place.keyed && this.#path.length === 0;
    const hint = this.#state === "start" && byte === openBrace && isPlainArray ? objectHint : "";
    rows.push(this.#stop(`found ${character} where ${this.#expected()}${hint}`));
    return 1;
  }

  #open(inside: Inside, first: number): number {
    this.#inside = inside;
    this.#textStart = { line: this.#scanner.line, column: this.#scanner.column };
    this.#scanner.start(first, closerOf(this.#container));
    return 0;
  }

  #finishText(last: Uint8Array, rows: SplitRow[]): void {
    const inside = this.#inside;
    this.#inside = undefined;
    this.#state = inside === "key" ? "colon" : "between";
    if (inside === "other") return;
    const text = this.#text.finish(last, this.#textStart);
    const container = this.#container;
    if (inside === "row") rows.push(this.#place.keyed && container ? { ...text, key: container.name } : text);
    else if (container) this.#setKey(container, text, rows);
  }

  #setKey(container: Container, text: SplitRow, rows: SplitRow[]): void {
    const reading = "text" in text ? readJsonText(text.text, text) : { ok: false as const, ...text };
    if (reading.ok) container.name = String(reading.value);
    else rows.push(this.#stopWith(reading.message, this.#textStart.line));
  }

  #expected(): string {
    return expectedText({
      ...this.#place,
      state: this.#state,
      container: this.#container,
      isInRows: this.#isInRows,
      isRows: this.#containers.length === this.#path.length,
      isOnWay: this.#isOnWay,
    });
  }

  #notFound(): SplitRow {
    return this.#stopWith(`records is ${quoted(this.#place.records)}; the file has nothing there.`, 1);
  }

  #stop(problem: string): SplitRow {
    const { line, column } = this.#scanner;
    return this.#stopWith(`Not valid JSON at line ${line}, column ${column}: ${problem}.`, line);
  }

  #stopWith(message: string, line: number): SplitRow {
    this.#stopped = true;
    return { line, code: "malformed_json", message, fatal: true };
  }
}
