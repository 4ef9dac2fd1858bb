import { InvalidArgumentError } from "../errors/errors.ts";
import { logLevels } from "./logger.ts";
import type { Settings } from "./options.ts";

/** The message hides passwords and queries. */
const urlText = (name: string, url: string): string =>
  `${name} "${url.replace(/(\/\/).*(?=@)|([?#]).+/gs, "$1$2***")}" must be a plain http(s) URL.`;

/** Creates the error for the setting returned by `faultySetting`; the message never contains the key. */
export function settingsError(settings: Settings, fault: number): InvalidArgumentError {
  const { apiKey, baseUrl, controlPlaneUrl, timeoutMs, maxRetries, logLevel } = settings;
  const texts = [
    "A web page exposes apiKey; dangerouslyAllowBrowser: true allows that.",
    apiKey ? "The API key has an invalid character." : "No API key: pass apiKey, or set ASSAY_API_KEY.",
    urlText("baseUrl", baseUrl),
    urlText("controlPlaneUrl", controlPlaneUrl),
    `timeoutMs must be above 0, maxRetries 0 or more, not ${timeoutMs} and ${maxRetries}.`,
    `logLevel is "${logLevel}"; it must be one of ${logLevels}.`,
  ];
  return new InvalidArgumentError(texts[fault]);
}

/** Returns the error for the first client option that is not a setting. */
export function unknownOption(options: object, settings: Settings): InvalidArgumentError | undefined {
  const name = Object.keys(options).find((each) => !(each in settings));
  return name === undefined
    ? undefined
    : new InvalidArgumentError(
        `The option is "${name}"; it must be one of ${Object.keys(settings).join(", ")}.`,
      );
}
