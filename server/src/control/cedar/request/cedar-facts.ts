import { computeFacts, type FactReport, type FactSources } from "@assay/contract/domain";
import { AddressGuard } from "../../../platform/outbound/address-guard.ts";

const publicOnly = new AddressGuard([]);

/**
 * Works out what policies are told of a request. What is too large (see `requestTooLarge`) must be refused before: this
 * reads all of the arguments.
 */
export const factsOf = (sources: FactSources): FactReport =>
  computeFacts(sources, (address) => publicOnly.isAllowed(address));
