import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalize } from "@assay/contract/wire";
import * as z from "zod";

export const manifestName = "manifest.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const tableSchema = z.strictObject({
  name: z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/),
  /** The columns, in the order of the values in each line. */
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256,
});

const manifestSchema = z.strictObject({
  format: z.literal("assay-backup"),
  version: z.literal(1),
  created_at: z.string(),
  engine: z.enum(["embedded", "postgres"]),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.string()),
  /** The versions of the key-encryption keys with which the secrets are encrypted. */
  key_versions: z.array(z.string()),
  tables: z.array(tableSchema),
  /** SHA-256 of the other members, serialized as canonical JSON (RFC 8785). */
  digest: sha256,
});

/** The contents of a backup: one compressed file per table, with a checksum. */
export type Manifest = z.output<typeof manifestSchema>;
/** One table in a backup. */
export type BackupTable = z.output<typeof tableSchema>;

/** Returns the name of a table's file in a backup. */
export const fileOf = (table: string): string => `${table}.ndjson.gz`;

/** Adds the digest to a manifest. */
export function sealManifest(parts: Omit<Manifest, "digest">): Manifest {
  return { ...parts, digest: digestOf(parts) };
}

/** Reads the manifest of a backup. @throws {Error} if the manifest is missing or was changed. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), "utf8");
  } catch (error) {
    throw new Error(`${folder} is not a backup: its ${manifestName} is missing or not readable.`, {
      cause: error,
    });
  }
  const parsed = manifestSchema.safeParse(json(text));
  if (!parsed.success)
    throw new Error(
      `${join(folder, manifestName)} is not a backup manifest that this release can read: ${z.prettifyError(parsed.error)}`,
    );
  const { digest, ...parts } = parsed.data;
  if (digest !== digestOf(parts))
    throw new Error(`${join(folder, manifestName)} was changed: its digest does not match its contents.`);
  return parsed.data;
}

const digestOf = (parts: Omit<Manifest, "digest">): string =>
  createHash("sha256").update(canonicalize(parts)).digest("hex");

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
