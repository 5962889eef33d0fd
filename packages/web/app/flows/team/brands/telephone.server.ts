import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { type BrandDesk, newestOf, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import { numberField, type TelephoneFormView, type UnavailableView } from "./brands-view.ts";
import { namedProvinces } from "./hours.server.ts";

/** A form that changes the telephone number for customers, and those of provinces. */
export async function telephoneFormView(desk: BrandDesk): Promise<TelephoneFormView | UnavailableView | undefined> {
  const basedOn = newestOf(desk.brand);
  const read = await readFiles(desk, basedOn);
  if (read.kind !== "ok") return viewOfFailure(read);
  const document = readDocument(read.data.files, "brand.json");
  const { default: number, provinces = {} } = document.telephone.customer;
  return {
    kind: "telephone",
    brand: desk.head,
    basedOn,
    number,
    provinces: namedProvinces(desk.requestContext, document).map((province) => ({
      ...province,
      number: provinces[province.id] ?? "",
    })),
  };
}

export function changedTelephone(files: BrandFiles, { number: typed = "", ...values }: FormValues): BrandFiles {
  const number = normaliseText(typed);
  const document = readDocument(files, "brand.json");
  const { telephone } = document;
  const provinces = { ...telephone.customer.provinces };
  for (const id of idsOf(document.provinces)) {
    const ofProvince = normaliseText(values[numberField(id)] ?? provinces[id] ?? "");
    if (ofProvince === "") delete provinces[id];
    else provinces[id] = ofProvince;
  }
  const customer = { ...telephone.customer, default: number, ...(idsOf(provinces).length > 0 && { provinces }) };
  if (idsOf(provinces).length === 0) delete customer.provinces;
  return writeDocument("brand.json", { ...document, telephone: { ...telephone, customer } });
}

export function telephoneField(place: string) {
  const [, part, id] = /^brand\.json telephone\.customer\.(default|provinces\.(\w\w))$/.exec(place) ?? [];
  if (part === undefined) return undefined;
  return { field: id === undefined ? "number" : numberField(id), text: "team:telephone.format" } as const;
}
