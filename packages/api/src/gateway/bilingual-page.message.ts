import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { callUs } from "@vestibule/wording/error-page.ts";
import { telephoneLink } from "@vestibule/wording/telephone-number.ts";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { bareStyle } from "../platform/bare-look.table.ts";

export interface BilingualSection {
  title: string;
  /** Paragraphs after the title. */
  content: HtmlEscapedString | Promise<HtmlEscapedString>;
}

/** A short page of both languages, French first, that ends with the brand's telephone number. */
export function bilingualPage(brand: Brand, sectionIn: (language: Language) => BilingualSection): string {
  const telephone = brand.telephone.customer.default;
  const inFrenchFirst = [...languages].sort((left, right) => right.localeCompare(left));
  const written = inFrenchFirst.map((language) => ({ language, ...sectionIn(language) }));
  const pageTitle = written.map(({ title }) => title).join(" – ");
  const sections = written.map(({ language, title, content }, index) => {
    const call = html`<a href="${telephoneLink(telephone)}">${callUs(telephone, language)}</a>`;
    return html`<section lang="${language}-CA">${index === 0 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}${content}<p>${call}</p></section>`;
  });
  return String(
    html`<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${pageTitle}</title><style>${raw(bareStyle)}</style></head><body><main>${sections}</main></body></html>`,
  );
}
