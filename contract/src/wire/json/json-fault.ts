import type { TextStart } from "../rows/text-place.ts";

/** Why a JSON text is rejected. */
export interface JsonFault {
  /**
   * `malformed_json`: not JSON, or a repeated member. `validation_failed`: JSON that cannot be stored exactly.
   */
  code: "malformed_json" | "validation_failed";
  /** JSON Pointer to the rejected value; empty for the whole text. */
  path: string;
  message: string;
  /** Position of the second member with the same name in an object; only with `uniqueKeys`. */
  duplicate?: TextStart;
}

/** An array or object that is being read. */
export interface Frame {
  closer: "]" | "}";
  /** Index of the current item in an array. */
  index: number;
  /** Start of the current key in an object, including the quote. */
  keyStart: number;
  keyEnd: number;
  /** The keys of an object that were read so far; only with `uniqueKeys`. */
  keys?: Set<string>;
}

/** Optional checks. */
export interface JsonScrutiny {
  /** Whether a repeated key in an object is a fault. */
  uniqueKeys?: boolean;
  /** Whether a number is a fault if its double has other decimal digits, as 100.00000000000000001 has. */
  exactNumbers?: boolean;
  /**
   * A member of the whole value. If this member is an array, the values in each of its items that cannot be stored are
   * faults of this item instead of the text.
   */
  itemsIn?: string;
}

/** The faults of a text whose items are accepted or rejected one by one. */
export interface ItemFaults {
  /** The fault of the text outside the items. */
  fault: JsonFault | undefined;
  /** The first fault of each faulty item, by its index. */
  ofItems: ReadonlyMap<number, JsonFault>;
}

/** Thrown to stop the scan, because the text after this fault cannot be read. */
export class ScanStopped extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.message);
    this.fault = fault;
  }
}
