// The mock checks only the common private ranges, because it does not protect a network; the server checks
// all special ranges (IANA).
const privateIpv4 =
  /^(?:0|10|127)\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^192\.0\.[02]\.|^198\.1[89]\.|^168\.63\.129\.16$|^(?:22[4-9]|2[3-5]\d)\./;

/** Whether an IP address is public. */
export const isPublicAddress = (address: string): boolean =>
  address.includes(":") ? /^[23]/.test(address) && !address.startsWith("2002:") : !privateIpv4.test(address);
