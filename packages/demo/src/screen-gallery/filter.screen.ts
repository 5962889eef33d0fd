import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { screenAreas } from "@vestibule/vestibule/screens/screen-area.rule.ts";
import { html } from "hono/html";
import type { DemoDeps } from "../demo-deps.ts";
import type { DemoRequestContext } from "../request-context.rule.ts";
import { type GalleryFilter, gallerySchemes, galleryWidths } from "./filter.rule.ts";

export interface ScreenGallery {
  filter: GalleryFilter;
  /** The query as received. */
  query: URLSearchParams;
  brands: BrandBook;
  preview: DemoDeps["preview"];
}

/** The gallery's filter as a plain form; with JavaScript a change applies immediately. */
export function filterForm({ filter, brands }: ScreenGallery, context: DemoRequestContext) {
  const { t, language } = context;
  return html`<form class="gallery-filter" method="get" action="/demo/screens">
    <input type="hidden" name="language" value="${language}">
    <div class="gallery-find">
      <p class="gallery-field">
        <label for="gallery-words">${t("gallery.words")}</label>
        <input id="gallery-words" name="find" type="search" value="${filter.find}" autocomplete="off" spellcheck="false">
      </p>
      <p class="gallery-send"><button class="button">${t("gallery.show")}</button> <a href="/demo/screens?language=${language}">${t("gallery.clear")}</a></p>
    </div>
    <details class="gallery-choices">
      <summary><b>${t("gallery.choices")}</b> <span>${chosenInWords(filter, context)}</span></summary>
      <div>${choices({ filter, brands }, context)}</div>
    </details>
  </form>`;
}

/** Summarises the filter in one line. */
function chosenInWords(
  { brands, province, languages: chosenLanguages, widths, schemes, areas }: GalleryFilter,
  context: DemoRequestContext,
) {
  const { t, language } = context;
  return [
    brands.map(({ name }) => name[language]),
    province === "own" ? [] : [provinceInWords(province, context)],
    chosenLanguages.map((one) => t(`gallery.in.${one}`)),
    widths.map((width) => t("gallery.pixels", { width })),
    schemes.map((one) => t(`gallery.scheme.${one}`)),
    areas.length === screenAreas.length ? [] : areas.map((one) => t(`gallery.area.${one}`)),
  ]
    .filter((words) => words.length > 0)
    .map((words) => words.join(", "))
    .join(" · ");
}

function provinceInWords(id: GalleryFilter["province"], { t }: DemoRequestContext): string {
  return t(id === "own" || id === "every" ? `gallery.province.${id}` : `province.${id}`);
}

function choices({ filter, brands }: Pick<ScreenGallery, "filter" | "brands">, context: DemoRequestContext) {
  const { t, language } = context;
  const { brands: chosenBrands, province, areas } = filter;
  return html`${chips(
    { name: "brand", title: t("gallery.brand"), values: brands.brands, chosen: chosenBrands },
    ({ id, name }) => ({ value: id, words: name[language], look: `of-${id}` }),
  )}
    ${chips({ name: "in", title: t("gallery.language"), values: languages, chosen: filter.languages }, (value) => ({
      value,
      words: t(`gallery.in.${value}`),
    }))}
    ${chips({ name: "width", title: t("gallery.width"), values: galleryWidths, chosen: filter.widths }, (value) => ({
      value,
      words: t("gallery.pixels", { width: value }),
    }))}
    ${chips(
      { name: "scheme", title: t("gallery.scheme"), values: gallerySchemes, chosen: filter.schemes },
      (value) => ({ value, words: t(`gallery.scheme.${value}`) }),
    )}
    <p class="gallery-field">
      <label for="gallery-province">${t("gallery.province")}</label>
      <select id="gallery-province" name="province">
        ${(["own", "every", ...provinceIds] as const).map(
          (id) =>
            html`<option value="${id}" ${id === province ? "selected" : ""}>${provinceInWords(id, context)}</option>`,
        )}
      </select>
    </p>
    ${chips(
      {
        name: "area",
        title: t("gallery.area"),
        values: screenAreas,
        chosen: areas.length < screenAreas.length ? areas : [],
      },
      (value) => ({ value, words: t(`gallery.area.${value}`) }),
    )}`;
}

function chips<Value>(
  { name, title, values, chosen }: { name: string; title: string; values: readonly Value[]; chosen: readonly Value[] },
  chipOf: (value: Value) => { value: string | number; words: string; look?: string },
) {
  return html`<fieldset class="gallery-chips">
    <legend>${title}</legend>
    ${values.map((one) => {
      const { value, words, look = "plain" } = chipOf(one);
      return html`<label class="gallery-chip ${look}"
      ><input type="checkbox" name="${name}" value="${value}" ${chosen.includes(one) ? "checked" : ""}> ${words}</label>`;
    })}
  </fieldset>`;
}
