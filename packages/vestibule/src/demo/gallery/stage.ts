import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { StagedVisit } from "@vestibule/web/build-web.ts";

/** Registration in one state, as it was recorded. */
export interface RecordedState {
  page: Page;
  /** What is special about the page: its own state, or the error that it tells. */
  variant?: string | undefined;
  /** What a form is answered. */
  error?: RegistrationErrorCode | undefined;
}

/** What must be so for the portal to draw a screen in its state. */
export interface Stage {
  /** The screen's own address. */
  path: string;
  visit: Omit<StagedVisit, "fetch">;
  /** Set by whoever stands before the page, such as the gateway. */
  headers?: Record<string, string>;
  /** The form that was posted, where the screen answers one. */
  form?: Record<string, string>;
  recorded?: RecordedState;
  /** What API v1 answers to the form. */
  answer?: { status: number; body: object; headers?: Record<string, string> };
}

/** Where and when the screen is looked at. */
export interface StagePlace {
  brand: Brand;
  province: ProvinceId;
  now: Date;
}
