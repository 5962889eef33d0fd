import type { BrandChanges } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import type { TelephoneFormView, UnavailableView } from "./brands-view.ts";

/** A form that changes the telephone number for customers. */
export async function telephoneFormView(desk: BrandDesk): Promise<TelephoneFormView | UnavailableView | undefined> {
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const { telephone } = JSON.parse(read.data.files["brand.json"] ?? "{}");
  return { kind: "telephone", brand: desk.head, basedOn, number: telephone?.customer?.default ?? "" };
}

export function changedTelephone({ number = "" }: FormValues): BrandChanges {
  return { "brand.json": { telephone: { customer: { default: number } } } };
}
