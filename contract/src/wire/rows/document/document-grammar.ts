import { quoted } from "../../http/quote.ts";

/** Where the rows of a JSON document are. */
export interface RowsPlace {
  /** JSON Pointer to the container of the rows; empty for the whole document. */
  records: string;
  /** Whether the container is an object, whose keys belong to the rows, and not an array. */
  keyed: boolean;
}

/**
 * The part that comes next: the document, the first item of a container, an item after a comma, the colon and
 * the value of a member, a comma or the end of a container, or nothing.
 */
export type DocumentState = "start" | "first" | "item" | "colon" | "value" | "between" | "end";

/** A container on the way to the rows, or the container of the rows. */
export interface Container {
  isObject: boolean;
  /** The current member's key, or the current element's index. */
  name: string;
  /** Number of items that started so far. */
  items: number;
  /** Whether the next container on the way was found in this one. */
  isPassed: boolean;
}

/** The part that the grammar of the document expects. */
interface Expectation extends RowsPlace {
  state: DocumentState;
  container: Container | undefined;
  /** Whether the container contains the rows. */
  isInRows: boolean;
  /** Whether the next value is the container of the rows. */
  isRows: boolean;
  /** Whether the next value is a container on the way to the rows. */
  isOnWay: boolean;
}

/** Returns whether a key is expected, and not a value. */
export const expectsKey = (state: DocumentState, container: Container | undefined): boolean =>
  container?.isObject === true && (state === "first" || state === "item");

/** Returns whether a value is expected. */
export const expectsValue = (state: DocumentState, container: Container | undefined): boolean =>
  state === "start" ||
  state === "value" ||
  ((state === "first" || state === "item") && !expectsKey(state, container));

/** Returns what a document must contain next, for messages: `a row or "]" was expected`. */
export function expectedText(expectation: Expectation): string {
  const { state, container } = expectation;
  const closer = container?.isObject ? '"}"' : '"]"';
  if (state === "end") return "the end of the file was expected";
  if (state === "colon") return '":" was expected';
  if (state === "between") return `"," or ${closer} was expected`;
  if (state === "start") return `${openerText(expectation)} was expected: ${reasonText(expectation)}`;
  const item = expectsKey(state, container) ? "a key" : itemText(expectation);
  return `${item}${state === "first" ? ` or ${closer}` : ""} was expected`;
}

function itemText(expectation: Expectation): string {
  if (expectation.isOnWay) return openerText(expectation);
  return expectation.isInRows ? "a row" : "a value";
}

const openerText = ({ isRows, keyed }: Expectation): string =>
  isRows ? (keyed ? '"{"' : '"["') : '"{" or "["';

function reasonText({ records, keyed }: Expectation): string {
  if (records !== "") return `records is ${quoted(records)}`;
  return `the file must be one JSON ${keyed ? "object" : "array"} of rows`;
}

/** The advice for a file that starts with an object although an array is expected. */
export const objectHint =
  "; rows inside an object need records (a JSON Pointer to their array) or keyed=true, and JSON Lines need the content type application/x-ndjson";
