import type { PersonAction } from "@vestibule/catalogue/team.table.ts";
import type { FormValues } from "../../form/form-values.ts";
import type { SignedInPage } from "./team-view.ts";

export interface PersonRequestView {
  id: string;
  action: PersonAction;
  name: string;
  facts: string[];
  isOwn: boolean;
  isApproved: boolean;
}

export interface PeopleView {
  brands: { value: string; label: string }[];
  requests: PersonRequestView[];
}

/** `people` is undefined while the API is unavailable. */
export type PeoplePage = SignedInPage & { kind: "people"; people: PeopleView | undefined };

/** What a form of the page leads to, where it stays on the page. */
export type PeopleResult =
  | { kind: "found"; brand: string; people: { row: string; name: string; facts: string[] }[] }
  | {
      kind: "refused";
      why: "misread" | "unknown" | "required" | "limited" | "ownRequest" | "alreadyRequested" | "ended" | "unavailable";
      time?: string;
      values: FormValues;
    }
  | { kind: "erased"; rows: number };
