import type { Scheme } from "@vestibule/contract/brand/token.table.ts";
import { changeTokens, readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { type LookFormView, tokenField, type UnavailableView } from "./brands-view.ts";

const stylesOf = (files: BrandFiles) => files["tokens.css"] ?? "";

/** A form with the colours, shapes and fonts of tokens.css. */
export async function lookFormView(desk: BrandDesk): Promise<LookFormView | UnavailableView | undefined> {
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const { values } = readTokens(stylesOf(read.data.files));
  const valuesOf = (scheme: Scheme) => Object.fromEntries(values[scheme]);
  return { kind: "look", brand: desk.head, basedOn, values: { light: valuesOf("light"), dark: valuesOf("dark") } };
}

/** The check reads the whole file again, so a value that ends its declaration adds nothing that it does not know. */
export function changedLook(files: BrandFiles, typed: FormValues): BrandFiles {
  const { values } = readTokens(stylesOf(files));
  const changed = (scheme: Scheme) =>
    new Map([...values[scheme]].map(([token, value]) => [token, typed[tokenField(scheme, token)] ?? value]));
  return { "tokens.css": changeTokens(stylesOf(files), { light: changed("light"), dark: changed("dark") }) };
}

/** The check names the scheme and the token that it refuses, or where it is in the file. */
export const lookField = (place: string, { scheme, token, ink = token }: Readonly<Record<string, string>> = {}) =>
  !place.startsWith("tokens.css") || scheme === undefined || ink === undefined
    ? undefined
    : { field: `${scheme}${ink}` };
