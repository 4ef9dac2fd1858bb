/** A row that lists sort newest first. Instants are milliseconds since 1970, ids are those of the wire. */
export interface Dated {
  id: string;
  createdAt: number;
}
