import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import type { BrandChange } from "./brand-changes.rule.ts";

export interface VersionFacts {
  number: number;
  state: string;
  reason: string;
  drafted: string;
  approved?: string;
  published?: string;
}

export interface SentenceView {
  key: string;
  en: string;
  fr: string;
}

export interface BrandHead {
  id: string;
  name: string;
  published: string;
}

/** What a member may do with a version. */
export type VersionAct = "approve" | "publish" | "rollBack";

export interface BrandListView {
  kind: "brands";
  brands: (BrandHead & { drafts: number })[];
}

export interface BrandView {
  kind: "brand";
  brand: BrandHead;
  versions: VersionFacts[];
  /** Absent where the member or the brand's folder does not allow changes. */
  search?: { words: string; found: SentenceView[] };
  isLocked: boolean;
  canReturnToFolder: boolean;
}

export interface VersionView {
  kind: "version";
  brand: BrandHead;
  version: VersionFacts;
  changes: BrandChange[];
  acts: readonly VersionAct[];
  isOwn: boolean;
}

export interface SentenceFormView {
  kind: "sentence";
  brand: BrandHead;
  basedOn: number;
  sentence: SentenceView;
}

export interface TelephoneFormView {
  kind: "telephone";
  brand: BrandHead;
  basedOn: number;
  number: string;
}

/** Shown while the API is unavailable, which the session is read from as well. */
export interface UnavailableView {
  kind: "unavailable";
}

/** The pages of one brand. */
export type OneBrandView = BrandView | VersionView | SentenceFormView | TelephoneFormView;

/** What every page of a signed-in member shows, and one of the pages. */
export type BrandsPage =
  | UnavailableView
  | ({ who: string; roles: readonly TeamRole[]; limit: SessionLimit } & (BrandListView | OneBrandView));

/** Why a form of a brand was refused: reasons of the check by place, or the name of a refusal. */
export interface RefusedForm {
  values: FormValues;
  reasons: string[];
  refusal?: "basedOn" | "unavailable" | "other";
}
