import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { PageAnswer, RegistrationErrorAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import type { PreviewRequest } from "@vestibule/web/build-web.ts";

/** Registration in one state, as it was recorded. */
export interface RecordedState {
  page: Page;
  /** What may be special about the page, the first that was recorded before others: an error that it tells, its state. */
  variants: readonly (string | undefined)[];
  /** What differs from the page as it was recorded. */
  differs?: Partial<PageAnswer>;
  /** What a form is answered. */
  error?: RegistrationErrorCode | undefined;
  /** What differs from the error as it was recorded. */
  refusal?: Partial<RegistrationErrorAnswer>;
}

export interface StagedAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** What must be so for the portal to draw a screen in its state. */
export interface Stage {
  /** The screen's own address. */
  path: string;
  /** What its address asks. */
  query?: Record<string, string>;
  visit: Omit<PreviewRequest, "fetch">;
  /** Set by whoever stands before the page, such as the gateway. */
  headers?: Record<string, string>;
  /** The form that was posted, where the screen answers one. */
  form?: Readonly<Record<string, string>> | undefined;
  recorded?: RecordedState;
  /** "Need help?" under the page is unfolded, as by a press. */
  isHelpUnfolded?: true;
  /** No reference can be made. */
  withoutReference?: true;
  /** What the API answers to an agent who signs in, and of the session that a browser has. */
  agentSession?: { signIn?: StagedAnswer; read: StagedAnswer } | undefined;
  /** What API v1 answers, and what it tells an agent. */
  answer?: StagedAnswer | undefined;
}

/** Where and when the screen is looked at. */
export interface StagePlace {
  brand: Brand;
  province: ProvinceId;
  language: Language;
  now: Date;
}
