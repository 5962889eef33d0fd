import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import type { Scheme } from "@vestibule/contract/brand/token.table.ts";
import type { PluralForm } from "@vestibule/wording/wording.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import type { NamedChange } from "./brand-changes.rule.ts";
import type { SettingGroup } from "./settings.table.ts";

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
  /** The running experiment in words. */
  experiment?: string;
  /** Servers on which people see another version than the published one. */
  notLoaded: string[];
}

/** What a member may do with a version. */
export type VersionAct = "approve" | "publish" | "rollBack" | "cancel";

export interface BrandListView {
  kind: "brands";
  brands: (BrandHead & { drafts: number; planned: VersionFacts | undefined })[];
}

/** A search for sentences by words in them and by the title of a screen that shows them; either may be empty. */
export interface SentenceSearch {
  words: string;
  screen: string;
  /** The first sentences, or screens to choose from, of `count`. */
  found: SentenceView[];
  count: number;
  /** Screens to choose from, where several or none have the typed title; absent where it names one. */
  matching?: string[];
  /** Titles of every screen. */
  titles: string[];
}

export interface BrandView {
  kind: "brand";
  brand: BrandHead;
  versions: VersionFacts[];
  /** Absent where the member or the brand's folder does not allow changes. */
  search?: SentenceSearch;
  isLocked: boolean;
  canReturnToFolder: boolean;
}

export interface TitledScreen {
  id: string;
  title: string;
}

/** Pictures of screens, by the query of a picture with the change and of one without it. */
export interface ScreenPictures {
  screens: TitledScreen[];
  languages: readonly Language[];
  after: Readonly<Record<string, string>>;
  before?: Readonly<Record<string, string>>;
}

/** A screen that a version changes; without a version, one as people see it now. */
export interface ScreenView {
  kind: "screen";
  brand: BrandHead;
  version?: number;
  screen: TitledScreen;
  /** The next screen that the member has not opened. */
  next?: TitledScreen | undefined;
  pictures: ScreenPictures;
}

export interface VersionView {
  kind: "version";
  brand: BrandHead;
  version: VersionFacts;
  /** Earlier versions that it includes and people do not see. */
  includes: number[];
  changes: NamedChange[];
  screens: (TitledScreen & { isSeen: boolean })[];
  acts: readonly VersionAct[];
  isOwn: boolean;
  /** Whether an experiment may try it. */
  canTry: boolean;
  /** Name of the brand's time zone, where the version can be published at a time. */
  planZone?: string;
}

/** An experiment in the member's language. */
export interface ExperimentFacts {
  begun: string;
  ended?: string;
  counted: string;
  /** The published version and the tried one; `share`: of journeys that got stuck. */
  rows: { version: string; journeys: string; stuck: string; share: string }[];
  verdict: string;
}

export interface ExperimentView {
  kind: "experiment";
  brand: BrandHead;
  /** The running one, or the last one. */
  experiment: ExperimentFacts | undefined;
  canStop: boolean;
  /** The version that the form tries. */
  tried?: TriedVersion;
}

/** What an experiment with a version would show. */
export interface TriedVersion {
  number: number;
  /** False where no page of a journey shows what the version changes. */
  canStart: boolean;
  /** Screens of journeys that show what it changes, and screens that it changes but no journey shows. */
  shown: TitledScreen[];
  notShown: TitledScreen[];
}

/** What each form that drafts the next version shows. */
export interface DraftFormView {
  brand: BrandHead;
  basedOn: number;
  /** The screens that the form changes. */
  formPictures?: ScreenPictures | undefined;
}

export interface SentenceFormView extends DraftFormView {
  kind: "sentence";
  sentence: SentenceView;
  /** Names of what the screen can fill in. */
  placeholders: string[];
  /** The plural form that the sentence is, and the key of the other one. */
  plural?: { form: PluralForm; otherKey: string };
}

export interface TelephoneFormView extends DraftFormView {
  kind: "telephone";
  number: string;
  /** Numbers of provinces; empty where they have the one above. */
  provinces: { id: ProvinceId; name: string; number: string }[];
}

/** Name of the field with the telephone number of a province. */
export const numberField = (id: string) => `number-${id}`;

/** Name of the checkbox of a province. */
export const provinceField = (id: ProvinceId) => `province-${id}`;

/** One field of a form that is made from the schema of brand.json. */
export interface SettingView {
  name: string;
  kind: "text" | "number" | "flag" | "choice" | "choices" | "list";
  label: string;
  help?: string;
  /** As it is typed; empty for an unticked box. */
  value: string;
  /** Each with the name of its box, where several can be chosen. */
  options: { value: string; name: string; label: string; isChosen: boolean }[];
  /** Whether an empty choice means none. */
  isNullable: boolean;
}

export interface SettingsFormView extends DraftFormView {
  kind: "settings";
  group: SettingGroup;
  fields: SettingView[];
}

export interface LookFormView extends DraftFormView {
  kind: "look";
  /** Values of tokens.css by scheme and token. */
  values: Record<Scheme, Record<string, string>>;
}

export interface DrawingsFormView extends DraftFormView {
  kind: "drawings";
  drawings: { name: DrawingName; svg: string }[];
}

/** The drawings of a brand's folder, each a file. */
export const drawingNames = ["wordmark.svg", "panel.svg", "band.svg", "promo.svg"] as const;
export type DrawingName = (typeof drawingNames)[number];

/** The files of a brand that can be downloaded, and uploaded again. */
export interface FilesView {
  kind: "files";
  brand: BrandHead;
  newest: number;
  canEdit: boolean;
}

/** Name of the field of a token in a scheme. */
export const tokenField = (scheme: Scheme, token: string) => `${scheme}${token}`;

/** Shown while the API is unavailable, which the session is read from as well. */
export interface UnavailableView {
  kind: "unavailable";
}

/** What a page of a signed-in member shows: what all of them show, and its own view. */
export type BrandsPage<View> = { who: string; roles: readonly TeamRole[]; limit: SessionLimit } & View;

/** One reason of the check, at a field of the form with the name of what it holds, or with its place. */
export interface RefusedReason {
  field?: string;
  name?: string | undefined;
  text: string;
}

/** Why a form of a brand was refused: reasons of the check, or the name of a refusal. */
export interface RefusedForm {
  values: FormValues;
  reasons: RefusedReason[];
  /** How many reasons are not listed. */
  moreReasons?: number;
  /** What another member has changed since the form was opened. */
  others?: { number: number; changes: NamedChange[] };
  refusal?:
    | "basedOn"
    | "screens"
    | "earlier"
    | "file"
    | "unknownVersion"
    | "tooLarge"
    | "noChange"
    | "atFormat"
    | "atPast"
    | "share"
    | "experiment"
    | "unavailable"
    | "role"
    | "files"
    | "other";
}

/** What a form would change, on screens; nothing is saved. */
export interface PreviewedForm {
  values: FormValues;
  reasons: [];
  pictures: DraftFormView["formPictures"];
}

/** What the screen of a form that drafts the next version shows; at most one of the results is present. */
export interface DraftScreenProps<View> {
  page: BrandsPage<View>;
  refused: RefusedForm | undefined;
  previewed: PreviewedForm | undefined;
}
