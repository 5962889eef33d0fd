import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationMemory } from "../../../visit/visit.ts";

/** What every page of the journey knows beside its own data. */
export interface JourneyFacts {
  /** Time of day at which the session ends, in words. */
  endsAt: string;
  /** Until the page begins to warn of it. */
  warnsInSeconds: number;
  /** What the step before left to be said here, once. */
  said?: RegistrationMemory["said"];
  province: ProvinceId;
}

/** A screen's data: its own, and the journey's. */
export type OnJourney<Data> = Data & { journey: JourneyFacts };
