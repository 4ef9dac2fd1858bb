/**
 * A misplaced character, with its offset from the start of the piece. The offset is negative if the character
 * is in an earlier piece.
 */
export interface WalkFault {
  at: number;
  kind: "bare_quote" | "after_quote" | "lone_return";
}

/** Where records end in a piece of text. */
export interface Walked {
  /** Offset after the first record; -1 if no record ends in the piece. */
  firstEnd: number;
  /** Offset after the last record before the fault. */
  lastEnd: number;
  fault?: WalkFault;
}

type State = "start" | "bare" | "quoted" | "quoteSeen" | "returnSeen";

/**
 * Finds where the records of a table end, piece by piece and strictly by RFC 4180: a quote opens or closes a
 * cell, quotes inside a quoted cell are doubled, and records end with LF or CRLF.
 */
export class QuoteWalk {
  readonly #delimiter: string;
  #state: State = "start";
  /** Length of all text so far. */
  #length = 0;
  #openedAt = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The offset, in the whole text, of the quote that is still open; undefined if none is open. */
  get openQuote(): number | undefined {
    return this.#state === "quoted" ? this.#openedAt : undefined;
  }

  walk(piece: string): Walked {
    const walked: Walked = { firstEnd: -1, lastEnd: -1 };
    for (let index = 0; index < piece.length && !walked.fault;) {
      if (this.#state === "quoted") index = this.#insideQuotes(piece, index);
      else if (this.#state === "quoteSeen") index = this.#afterQuote(piece, index, walked);
      else index = this.#outside(piece, index, walked);
    }
    this.#length += piece.length;
    return walked;
  }

  #insideQuotes(piece: string, index: number): number {
    const quote = piece.indexOf('"', index);
    if (quote === -1) return piece.length;
    this.#state = "quoteSeen";
    return quote + 1;
  }

  /**
   * Handles the character after a quote inside a quoted cell. The quote was either the first of two or the
   * end of the cell.
   */
  #afterQuote(piece: string, index: number, walked: Walked): number {
    const character = piece.charAt(index);
    if (character === '"') this.#state = "quoted";
    else if (character === this.#delimiter) this.#state = "start";
    else if (character === "\r") this.#state = "returnSeen";
    else if (character === "\n") this.#endRecord(index + 1, walked);
    else walked.fault = { at: index, kind: "after_quote" };
    return index + 1;
  }

  #endRecord(end: number, walked: Walked): void {
    this.#state = "start";
    if (walked.firstEnd === -1) walked.firstEnd = end;
    walked.lastEnd = end;
  }

  /** Reads text outside quotes, up to the next quote or the end of the piece. */
  #outside(piece: string, index: number, walked: Walked): number {
    const quote = piece.indexOf('"', index);
    const stop = quote === -1 ? piece.length : quote;
    // Searches only this part, because a piece can contain a hundred thousand quotes.
    const part = piece.slice(index, stop);
    const first = part.indexOf("\n");
    const stray = this.#strayReturn(part, quote !== -1);
    if (first !== -1 && (stray === undefined || first < stray)) {
      const last = stray === undefined ? part.lastIndexOf("\n") : part.lastIndexOf("\n", stray);
      if (walked.firstEnd === -1) walked.firstEnd = index + first + 1;
      walked.lastEnd = index + last + 1;
    }
    if (stray !== undefined) {
      walked.fault = { at: index + stray, kind: "lone_return" };
      return stop;
    }
    if (part !== "") this.#state = this.#stateAfter(part.charAt(part.length - 1));
    if (quote === -1) return stop;
    if (this.#state !== "start") walked.fault = { at: quote, kind: "bare_quote" };
    this.#state = "quoted";
    this.#openedAt = this.#length + quote;
    return quote + 1;
  }

  #stateAfter(character: string): State {
    if (character === "\n" || character === this.#delimiter) return "start";
    return character === "\r" ? "returnSeen" : "bare";
  }

  /**
   * Returns the offset of the first carriage return without a line feed after it. The offset is −1 if this
   * carriage return was the last character before the part.
   */
  #strayReturn(part: string, quoteFollows: boolean): number | undefined {
    if (this.#state === "returnSeen" && part.charAt(0) !== "\n") return -1;
    for (let at = part.indexOf("\r"); at !== -1; at = part.indexOf("\r", at + 1)) {
      const isLast = at + 1 === part.length;
      if (isLast ? quoteFollows : part.charAt(at + 1) !== "\n") return at;
    }
    return undefined;
  }
}
