import { decodeUtf8, readJsonText } from "@assay/contract/wire/json-text";

/**
 * Reads the body of a response to a request for a decision, as strictly as the service reads requests.
 *
 * @returns undefined if the body is not valid JSON in UTF-8, if an object in it has a member twice, or if it
 *   contains a value that JavaScript cannot represent exactly. Another program could find another decision in
 *   such a body.
 */
export async function readDecision(response: Response): Promise<unknown> {
  const text = decodeUtf8(new Uint8Array(await response.arrayBuffer()));
  const reading = text === undefined ? undefined : readJsonText(text);
  return reading?.ok ? reading.value : undefined;
}
