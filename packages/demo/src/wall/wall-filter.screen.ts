import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { html } from "hono/html";
import type { DemoDeps } from "../demo-parts.ts";
import type { DemoVisit } from "../demo-visit.rule.ts";
import { screenAreas } from "./screen-area.rule.ts";
import { type WallChoice, wallSchemes, wallWidths } from "./wall-query.rule.ts";

export interface Wall {
  choice: WallChoice;
  /** The query as received. */
  asked: URLSearchParams;
  brands: BrandBook;
  preview: DemoDeps["preview"];
}

interface Option {
  value: string | number;
  words: string;
  chosen: boolean;
  look?: string;
}

/** The gallery's filter as a plain form; with JavaScript a change applies immediately. */
export function wallFilter({ choice, brands }: Wall, visit: DemoVisit) {
  const { say, language } = visit;
  return html`<form class="wall-filter" method="get" action="/demo/screens">
    <input type="hidden" name="language" value="${language}">
    <div class="wall-find">
      <p class="wall-field">
        <label for="wall-words">${say("wall.words")}</label>
        <input id="wall-words" name="find" type="search" value="${choice.find}" autocomplete="off" spellcheck="false">
      </p>
      <p class="wall-send"><button class="button">${say("wall.show")}</button> <a href="/demo/screens?language=${language}">${say("wall.clear")}</a></p>
    </div>
    <details class="wall-choices">
      <summary><b>${say("wall.choices")}</b> <span>${chosenInWords(choice, visit)}</span></summary>
      <div>${choices({ choice, brands }, visit)}</div>
    </details>
  </form>`;
}

/** Summarises the filter in one line. */
function chosenInWords({ brands, province, languages: shown, widths, schemes, areas }: WallChoice, visit: DemoVisit) {
  const { say, language } = visit;
  return [
    brands.map(({ name }) => name[language]),
    province === "own" ? [] : [provinceInWords(province, visit)],
    shown.map((one) => say(`wall.in.${one}`)),
    widths.map((width) => say("wall.pixels", { width })),
    schemes.map((one) => say(`wall.scheme.${one}`)),
    areas.length === screenAreas.length ? [] : areas.map((one) => say(`wall.area.${one}`)),
  ]
    .filter((words) => words.length > 0)
    .map((words) => words.join(", "))
    .join(" · ");
}

function provinceInWords(id: WallChoice["province"], { say }: DemoVisit): string {
  return say(id === "own" || id === "every" ? `wall.province.${id}` : `province.${id}`);
}

function choices({ choice, brands }: Pick<Wall, "choice" | "brands">, visit: DemoVisit) {
  const { say, language } = visit;
  const { brands: shown, province, areas } = choice;
  return html`${chips(
    "brand",
    say("wall.brand"),
    brands.brands.map((one) => ({
      value: one.id,
      words: one.name[language],
      chosen: shown.includes(one),
      look: `of-${one.id}`,
    })),
  )}
    ${chips(
      "in",
      say("wall.language"),
      languages.map((one) => ({ value: one, words: say(`wall.in.${one}`), chosen: choice.languages.includes(one) })),
    )}
    ${chips(
      "width",
      say("wall.width"),
      wallWidths.map((one) => ({
        value: one,
        words: say("wall.pixels", { width: one }),
        chosen: choice.widths.includes(one),
      })),
    )}
    ${chips(
      "scheme",
      say("wall.scheme"),
      wallSchemes.map((one) => ({
        value: one,
        words: say(`wall.scheme.${one}`),
        chosen: choice.schemes.includes(one),
      })),
    )}
    <p class="wall-field">
      <label for="wall-province">${say("wall.province")}</label>
      <select id="wall-province" name="province">
        ${(["own", "every", ...provinceIds] as const).map(
          (id) =>
            html`<option value="${id}" ${id === province ? "selected" : ""}>${provinceInWords(id, visit)}</option>`,
        )}
      </select>
    </p>
    ${chips(
      "area",
      say("wall.area"),
      screenAreas.map((one) => ({
        value: one,
        words: say(`wall.area.${one}`),
        chosen: areas.length < screenAreas.length && areas.includes(one),
      })),
    )}`;
}

function chips(name: string, title: string, options: readonly Option[]) {
  return html`<fieldset class="wall-chips">
    <legend>${title}</legend>
    ${options.map(
      ({ value, words, chosen, look = "plain" }) => html`<label class="wall-chip ${look}"
      ><input type="checkbox" name="${name}" value="${value}" ${chosen ? "checked" : ""}> ${words}</label>`,
    )}
  </fieldset>`;
}
