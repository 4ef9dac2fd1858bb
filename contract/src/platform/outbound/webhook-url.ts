import * as z from "zod";
import { parsedUrl } from "../../domain/values/texts/parsed-url.ts";

function isWebhookUrl(text: string): boolean {
  const url = parsedUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/**
 * Creates the schema of the URL of a customer's endpoint, with at most 2,000 characters. Plain http is valid
 * here; the code that sends the request determines whether the URL may be called.
 */
export const webhookUrl = (description: string) =>
  z
    .string()
    .max(2000)
    .refine(isWebhookUrl, { error: "must be an https address without user name and password" })
    .meta({ description });
