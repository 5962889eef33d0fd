import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import type { TelephoneFormView, UnavailableView } from "./brands-view.ts";

/** A form that changes the telephone number for customers. */
export async function telephoneFormView(desk: BrandDesk): Promise<TelephoneFormView | UnavailableView | undefined> {
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const { telephone } = readDocument(read.data.files, "brand.json");
  return { kind: "telephone", brand: desk.head, basedOn, number: telephone.customer.default };
}

export function changedTelephone(files: BrandFiles, { number = "" }: FormValues): BrandFiles {
  const { telephone, ...others } = readDocument(files, "brand.json");
  const customer = { ...telephone.customer, default: number };
  return writeDocument("brand.json", { ...others, telephone: { ...telephone, customer } });
}

export const telephoneField = (place: string) =>
  place === "brand.json telephone.customer.default"
    ? ({ field: "number", text: "team:telephone.format" } as const)
    : undefined;
