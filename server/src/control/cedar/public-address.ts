import { AddressGuard } from "../../platform/outbound/address-guard.ts";

const publicOnly = new AddressGuard([]);

/** Returns whether an IP address is public. Policies use this fact to decide on outgoing requests. */
export const isPublicAddress = (address: string): boolean => publicOnly.isAllowed(address);
