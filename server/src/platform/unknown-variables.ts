import { SimilarNames } from "@assay/contract/domain";
import { knownVariables } from "./config-variables.ts";

/** Variables of the SDK, its command and the documentation's webhook receivers, which may share a `.env`. */
const clientVariables = [
  "ASSAY_API_KEY",
  "ASSAY_BASE_URL",
  "ASSAY_CONTROL_PLANE_URL",
  "ASSAY_LOG",
  "ASSAY_WEBHOOK_SECRET",
];

/**
 * Names that Kubernetes sets in each container for a Service whose name starts with `assay`.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const serviceName =
  /^ASSAY_(?:[A-Z0-9_]+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const serviceAddress = /^(?:tcp|udp|sctp):\/\//;

const isServiceVariable = (name: string, value: string): boolean =>
  serviceName.test(name) || (/^ASSAY_(?:[A-Z0-9_]+_)?PORT$/.test(name) && serviceAddress.test(value));

const isIgnored = (name: string, value: string): boolean =>
  clientVariables.includes(name) || name.startsWith("ASSAY_TEST_") || isServiceVariable(name, value);

/**
 * Describes each variable that Assay does not read although its name starts with `ASSAY_` (in upper or lower
 * case). If a misspelled variable were ignored, its setting would silently keep the default.
 *
 * @param given the environment without empty variables, which count as unset.
 * @returns one message per unknown variable, with the known name that it most likely means. Values are not
 *   shown, because an unknown variable may contain a secret.
 */
export function unknownVariables(given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(given).flatMap(([name, value = ""]) => {
    const isKnown = knownVariables.includes(name) || isIgnored(name, value);
    return isKnown || !/^assay_/i.test(name) ? [] : [messageOf(name)];
  });
}

function messageOf(name: string): string {
  const bare = name.slice("ASSAY_".length);
  const own = [...knownVariables.filter((known) => known.startsWith("ASSAY_")), ...clientVariables];
  const meant = knownVariables.includes(bare) ? bare : new SimilarNames(own).nearestTo(name);
  return meant === null
    ? `${name} is not known; \`assay-server --help\` lists the variables.`
    : `${name} is not known; did you mean ${meant}?`;
}
