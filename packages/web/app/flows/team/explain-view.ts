import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { FormValues } from "../../form/form-values.ts";
import type { SignedInPage } from "./team-view.ts";

/** `brands` is undefined while the API is unavailable. */
export type ExplainPage = SignedInPage & {
  kind: "explain";
  brands: { value: string; label: string }[] | undefined;
  /** Of the request; that of the person to imagine unless the member chooses another one. */
  province: ProvinceId;
};

/** An ending in words, and the screen that shows it. */
export interface ExplainLine {
  text: string;
  screen?: { title: string; to: string };
}

/** What a form of the page leads to; it stays on the page. */
export type ExplainResult =
  | { kind: "explained"; cases: { id: string; title: string; lines: ExplainLine[] }[]; values: FormValues }
  | { kind: "counted"; title: string; rows: { name: string; count: string }[]; values: FormValues }
  | { kind: "refused"; why: "required" | "unknown" | "limited" | "unavailable"; time?: string; values: FormValues };
