import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { ReportLength, ReportTime, TeamRole } from "@vestibule/catalogue/team.table.ts";
import type { FormValues } from "../../form/form-values.ts";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import type { NoRolePage, SignInPage } from "../../staff/sign-in-view.ts";

/** What every page of a signed-in member of the team shows. */
export interface SignedInPage {
  who: string;
  roles: readonly TeamRole[];
  limit: SessionLimit;
}

/** A number in words, with the one of the period before where they are compared. */
export interface Amount {
  count: string;
  before?: { count: string; change: string } | undefined;
}

/** A table of numbers, with the share of the first row that each number of a bar has, 0 to 1. */
export interface StepRow extends Record<"reached" | "stuck" | "left", Amount> {
  name: string;
  /** Where the screen is seen and its title changed, for a member who may. */
  to: string | undefined;
  bar: { on: number; stuck: number; left: number };
}

export const lineNames = ["started", "finished", "stuck"] as const;
export type LineName = (typeof lineNames)[number];

/** Three lines over days or hours, in the view box of `lineBox`, and the numbers that they are drawn from. */
export interface LineView {
  paths: Record<LineName, string>;
  /** Of the period before, where they are compared. */
  before?: Record<LineName, string>;
  most: Record<LineName, string>;
  rows: ({ name: string } & Record<LineName, Amount>)[];
}

export interface DimensionView {
  id: string;
  title: string;
  rows: ({ name: string } & Record<LineName | "left", Amount>)[];
}

export interface JourneyView {
  id: string;
  title: string;
  figures: ({ name: string } & Amount)[];
  line: LineView;
  /** None for a journey of one step. */
  steps: StepRow[];
  dimensions: DimensionView[];
}

export interface RoadblockView extends Amount {
  code: string;
  title: string;
  /** Where the screen is seen and its title changed, for a member who may. */
  to: string | undefined;
  /** Of the most frequent one, 0 to 1. */
  share: number;
  /** What people did next, the same for each roadblock. */
  next: ({ name: string } & Amount)[];
}

/** What a member chose to see; each is a parameter of the page's URL. */
export interface NumbersChoice {
  days: ReportLength;
  by: ReportTime;
  isCompared: boolean;
}

export interface NumbersView extends NumbersChoice {
  canChange: boolean;
  /** Undefined: every brand. */
  brand: string | undefined;
  brands: { id: string; name: string }[];
  period: string;
  journeys: JourneyView[];
  roadblocks: RoadblockView[];
  applications: ({ name: string; brand: string } & Amount)[];
  /** None where there was no waiver. */
  waivers: ({ name: string } & Amount)[];
  /** Query of the file with the same numbers. */
  query: string;
}

export type NumbersPage = SignedInPage &
  ({ kind: "numbers"; numbers: NumbersView } | { kind: "noNumbers"; why: "unavailable" | "limited"; retryAt?: string });

/** A day and a time of day in words. */
type Moment = { day: string; time: string };

export interface MaintenanceView {
  /** Name of the time zone of every time on the page. */
  zone: string;
  brands: { id: string; name: string; isClosed: boolean; until: Moment | undefined }[];
}

/** `maintenance` is undefined while the API is unavailable. */
export type MaintenancePage = SignedInPage & { kind: "maintenance"; maintenance: MaintenanceView | undefined };

/** What a form of the maintenance page leads to, where it stays on the page. */
export type MaintenanceResult =
  | { kind: "preview"; values: FormValues; names: string[]; screens: MaintenanceWords[] }
  | { kind: "refused"; values: FormValues; why: "noBrand" | "format" | "past" }
  | { kind: "bypass"; brand: string; url: string; until: Moment }
  | { kind: "failed" };

export interface MaintenanceWords {
  language: Language;
  title: string;
  sentences: string[];
}

/** Name of the checkbox of a brand. */
export const brandField = (id: string) => `brand-${id}`;

/** What is shown in place of a page of the team before a login, or without the page's role. */
export type EntryPage = SignInPage | NoRolePage;

export type HomePage = SignedInPage & { kind: "home" };
