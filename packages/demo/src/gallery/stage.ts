import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { PageAnswer, RegistrationErrorAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import type { PreviewRequest } from "@vestibule/web/build-web.ts";

/** Registration in one recorded state. */
export interface RecordedState {
  page: Page;
  /** Variants of the page, by preference: an error that it shows, or its state. The first that is recorded is used. */
  variants: readonly (string | undefined)[];
  /** Differences from the recorded page. */
  differs?: Partial<PageAnswer>;
  /** Error returned to a form. */
  error?: RegistrationErrorCode | undefined;
  /** Differences from the recorded error. */
  refusal?: Partial<RegistrationErrorAnswer>;
}

export interface StagedAnswer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** Fixture: everything that the portal needs to render a screen in its state. */
export interface Stage {
  /** The screen's own path. */
  path: string;
  /** Query of the screen's URL. */
  query?: Record<string, string>;
  visit: Omit<PreviewRequest, "fetch">;
  /** Headers set in front of the portal, such as by the gateway. */
  headers?: Record<string, string>;
  /** The posted form, where the screen is the response to one. */
  form?: Readonly<Record<string, string>> | undefined;
  recorded?: RecordedState;
  /** Whether "Need help?" under the page is open. */
  isHelpUnfolded?: true;
  /** No reference can be issued. */
  withoutReference?: true;
  /** API responses to an agent's sign-in and to a read of the session. */
  agentSession?: { signIn?: StagedAnswer; read: StagedAnswer } | undefined;
  /** Response of API v1 and of the agents' API. */
  answer?: StagedAnswer | undefined;
}

/** Brand, locale and time in which the screen is shown. */
export interface StagePlace {
  brand: Brand;
  province: ProvinceId;
  language: Language;
  now: Date;
}
