import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationMemory } from "../../../visit/request-context.ts";
import type { SessionLimit } from "../../../visit/use-expiry-warning.ts";

/** What every page of the journey receives besides its own data, such as when the session ends. */
export interface FlowInfo extends SessionLimit {
  /** Flash message of the previous step, shown once. */
  said?: RegistrationMemory["said"];
  province: ProvinceId;
}

export type WithFlowInfo<Data> = Data & { journey: FlowInfo };
