import * as z from "zod";

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
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
