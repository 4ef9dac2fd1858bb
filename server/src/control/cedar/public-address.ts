import { AddressGuard } from "../../platform/outbound/address-guard.ts";

const publicOnly = new AddressGuard([]);

/** Whether an IP address is public, for the egress facts. */
export const isPublicAddress = (address: string): boolean => publicOnly.isAllowed(address);
