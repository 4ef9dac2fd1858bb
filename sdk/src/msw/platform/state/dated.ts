/** A row in a list sorted newest first. Times are in milliseconds since 1970; ids are those on the wire. */
export interface Dated {
  id: string;
  createdAt: number;
}
