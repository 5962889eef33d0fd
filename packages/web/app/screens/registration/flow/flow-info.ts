import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationMemory } from "../../../visit/request-context.ts";
import type { SessionLimit } from "../../../visit/use-expiry-warning.ts";

/** What every page of the journey knows beside its own data: when the session ends, among it. */
export interface FlowInfo extends SessionLimit {
  /** What the step before left to be said here, once. */
  said?: RegistrationMemory["said"];
  province: ProvinceId;
}

/** A screen's data: its own, and the journey's. */
export type WithFlowInfo<Data> = Data & { journey: FlowInfo };
