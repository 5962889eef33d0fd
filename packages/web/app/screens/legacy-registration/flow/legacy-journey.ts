import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { LegacyMemory } from "../../../visit/request-context.ts";
import type { SessionLimit } from "../../../visit/use-expiry-warning.ts";

/** What the frame of a page knows of the registration by policy number that is under way. */
export interface LegacyJourney {
  stage: 1 | 2 | 3 | null;
  /** Back voids what was proven: it is called what it does. */
  startsOver: boolean;
  /** When it ends; absent before it has begun. */
  ends?: SessionLimit;
  province: ProvinceId;
  /** What the step before left to be said here, once. */
  said?: LegacyMemory["said"];
}

/** What the frame of a page knows that a registration or a link leads to. */
export interface QuestionFrame {
  /** Absent where a link from a message led here. */
  journey: LegacyJourney | undefined;
  /** Until when the page of that link holds. */
  linkEnds?: SessionLimit;
}
