/** A row of a list sorted newest first. Times are milliseconds since 1970, ids those of the wire. */
export interface Dated {
  id: string;
  createdAt: number;
}
