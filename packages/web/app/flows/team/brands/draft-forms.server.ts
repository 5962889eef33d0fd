import type { BrandFault } from "@vestibule/contract/brand/brand-fault.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { changedDrawings, drawingField } from "./drawings.server.ts";
import { changedWeek, weekField } from "./hours.server.ts";
import { changedLook, lookField } from "./look.server.ts";
import { changedSentence, sentenceField } from "./sentence.server.ts";
import { changedSettings, settingsField, settingsPlaces } from "./settings.server.ts";
import { changedSpecialDay, specialDayField } from "./special-day.server.ts";
import { changedTelephone, telephoneField } from "./telephone.server.ts";

/** A form that drafts the next version. */
export interface DraftFormDefinition {
  /** The files that the form changes, of the version that it was opened on. */
  change: (files: BrandFiles, values: FormValues) => BrandFiles;
  /** Places in the files that the form changes, by the query of its page. */
  places: (query: URLSearchParams) => string[];
  /** The field of a place that the check names, and its sentence; without one, the check's words are shown. */
  fieldAt: (place: string, values?: BrandFault["values"]) => { field: string; text?: TextKey } | undefined;
}

/** The forms of a brand by the last part of their path. */
export const draftForms = {
  sentence: {
    change: changedSentence,
    fieldAt: sentenceField,
    places: (query) => [`wording.json en ${query.get("key")}`],
  },
  telephone: {
    change: changedTelephone,
    fieldAt: telephoneField,
    places: () => ["brand.json telephone"],
  },
  week: {
    change: changedWeek,
    fieldAt: weekField,
    places: (query) => [`brand.json openingHours ${query.get("at")}`],
  },
  "special-day": {
    change: changedSpecialDay,
    fieldAt: specialDayField,
    places: () => ["brand.json specialDays"],
  },
  settings: {
    change: changedSettings,
    fieldAt: settingsField,
    places: settingsPlaces,
  },
  look: {
    change: changedLook,
    fieldAt: lookField,
    places: () => ["tokens.css"],
  },
  drawings: {
    change: changedDrawings,
    fieldAt: drawingField,
    places: () => ["wordmark.svg"],
  },
} satisfies Record<string, DraftFormDefinition>;

/** The last part of a form's path. */
export type DraftPart = keyof typeof draftForms;

export const draftFormAt = (part: string) => new Map<string, DraftFormDefinition>(Object.entries(draftForms)).get(part);
