import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { SessionLimit } from "../../../../form/use-expiry-warning.ts";
import type { LegacySlice } from "../../session-slice.server.ts";

/** Data of a registration by policy number for the page frame. */
export interface LegacyJourney {
  stage: 1 | 2 | 3 | null;
  /** Back discards the verification, so the button says "start over". */
  startsOver: boolean;
  /** Absent before the registration has begun. */
  ends?: SessionLimit;
  province: ProvinceId;
  /** Flash message of the previous step, shown once. */
  flash?: LegacySlice["flash"];
}

/** Frame data of a page that a registration or a link leads to. */
export interface QuestionFrame {
  /** Absent where a link from a message led here. */
  journey: LegacyJourney | undefined;
  /** When the page of that link expires. */
  linkEnds?: SessionLimit;
}

/** Paths of this flow that accept only POST. */
export const backPath = "/registration/back";
export const cancelPath = "/registration/cancel";
/** Extends the registration. */
export const extendPath = "/registration/stay";
/** Requests another code. */
export const resendPath = "/registration/resend";
/** Requests the link of that page again. */
export const sendAgainPath = "/registration/account-creation/send-again";
