/** The first bytes of files that people send in place of text. */
const signatures: readonly { bytes: readonly number[]; advice: string }[] = [
  { bytes: [0x1f, 0x8b], advice: "The file is compressed with gzip; send it with Content-Encoding: gzip." },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], advice: "The file is compressed with Zstandard; decompress it first." },
  { bytes: [0xfd, 0x37, 0x7a, 0x58], advice: "The file is compressed with xz; decompress it first." },
  { bytes: [0x42, 0x5a, 0x68, 0x39], advice: "The file is compressed with bzip2; decompress it first." },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    advice: "The file is a ZIP archive or a spreadsheet (.xlsx); extract it, or save it as CSV.",
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    advice: "The file is a Microsoft Office document (.xls); save it as CSV.",
  },
  {
    bytes: [0x50, 0x41, 0x52, 0x31, 0x15],
    advice: "The file is in Parquet format; convert it to JSON Lines or CSV.",
  },
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], advice: "The file is a PDF document; export its data as CSV." },
];

/** Number of bytes that identify a file's format. */
export const signatureBytes = 5;

/**
 * States the format of a file that is not text, and how to convert the file.
 *
 * @param head at least the first {@link signatureBytes} bytes, or the whole file if it is shorter.
 * @returns undefined if the bytes are not those of a known binary format.
 */
export const binaryFormatOf = (head: Uint8Array): string | undefined =>
  signatures.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))?.advice;
