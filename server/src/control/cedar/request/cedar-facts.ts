import { AddressGuard } from "../../../platform/outbound/address-guard.ts";

const publicOnly = new AddressGuard([]);

/** Whether an IP address may be reached by anyone on the internet, as facts need it. */
export const isPublicAddress = (address: string): boolean => publicOnly.isAllowed(address);
