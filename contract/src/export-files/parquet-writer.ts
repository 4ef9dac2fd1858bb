import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { ExportColumn, ExportRecord, ExportWriter } from "./export-record.ts";

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];

/** Number of rows per row group. Groups of 50,000 rows took twice the time and 110 MiB more memory. */
const groupRows = 10_000;
/**
 * Maximum number of characters per row group, which is held in memory. Groups with large rows have fewer
 * rows.
 */
const groupCharacters = 16 * 1024 * 1024;

/**
 * Writes a Parquet file. JSON columns have the type JSON, tags are a list of strings, and times are
 * timestamps in UTC.
 */
export function parquetWriter(columns: readonly ExportColumn[]): ExportWriter {
  const bytes = new TakenBytes();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns, "written"),
    createdBy: "Assay",
  });
  const group = new RowGroup(columns);
  const flush = (): void => {
    if (group.rows > 0) void writer.write({ columnData: group.take(), rowGroupSize: groupRows });
  };
  return {
    write(rows) {
      for (const row of rows) if (group.add(row)) flush();
      return bytes.take();
    },
    end() {
      flush();
      // While rows are written, JSON columns are declared as plain bytes. Otherwise the library would convert
      // their text to a JSON string.
      writer.schema = schemaOf(columns, "declared");
      void writer.finish();
      return bytes.take();
    },
  };
}

/** Returns the written bytes in parts. The library's offset still counts from the start of the whole file. */
class TakenBytes extends ByteWriter {
  take(): Uint8Array {
    const taken = this.getBytes().slice();
    this.index = 0;
    return taken;
  }
}

/** The rows in the current group, by column. */
class RowGroup {
  readonly #columns: readonly ExportColumn[];
  #data: unknown[][];
  /**
   * The bytes of the JSON texts in the group. Equal texts share their bytes, so that the library writes them
   * only once.
   */
  #encoded = new Map<string, Uint8Array>();
  #characters = 0;
  rows = 0;

  constructor(columns: readonly ExportColumn[]) {
    this.#columns = columns;
    this.#data = columns.map(() => []);
  }

  /** @returns whether the group is full. */
  add(record: ExportRecord): boolean {
    // Uses an index, because creating an iterator for each row took as long as all other work together.
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index];
      if (!column) continue;
      const value = record[column.name];
      if (typeof value === "string") this.#characters += value.length;
      this.#data[index]?.push(
        column.kind === "json" && typeof value === "string" ? this.#bytesOf(value) : value,
      );
    }
    this.rows += 1;
    return this.rows === groupRows || this.#characters >= groupCharacters;
  }

  #bytesOf(json: string): Uint8Array {
    let bytes = this.#encoded.get(json);
    if (!bytes) this.#encoded.set(json, (bytes = encoder.encode(json)));
    return bytes;
  }

  take(): { name: string; data: unknown[]; statistics: boolean }[] {
    const taken = this.#columns.map(({ name, kind }, index) => ({
      name,
      data: this.#data[index] ?? [],
      // JSON columns have no statistics, because JSON values have no order.
      statistics: kind !== "json",
    }));
    this.#data = this.#columns.map(() => []);
    this.#encoded = new Map();
    this.#characters = 0;
    this.rows = 0;
    return taken;
  }
}

const encoder = new TextEncoder();

const types = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  number: { type: "DOUBLE" },
  integer: { type: "INT32" },
  boolean: { type: "BOOLEAN" },
  instant: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
} as const;

function schemaOf(columns: readonly ExportColumn[], form: "written" | "declared"): Schema {
  return [
    { name: "export", num_children: columns.length },
    ...columns.flatMap(({ name, kind, nullable }): Schema => {
      const repetition_type = nullable ? "OPTIONAL" : "REQUIRED";
      if (kind === "texts") {
        return [
          { name, repetition_type, converted_type: "LIST", num_children: 1 },
          { name: "list", repetition_type: "REPEATED", num_children: 1 },
          { name: "element", repetition_type: "REQUIRED", ...types.text },
        ];
      }
      if (kind === "json" && form === "written") return [{ name, repetition_type, type: "BYTE_ARRAY" }];
      return [{ name, repetition_type, ...types[kind] }];
    }),
  ];
}
