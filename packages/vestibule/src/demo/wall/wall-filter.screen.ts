import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { html } from "hono/html";
import type { DemoVisit } from "../demo-visit.rule.ts";
import { screenAreas } from "./screen-area.rule.ts";
import { type WallChoice, wallSchemes, wallWidths } from "./wall-query.rule.ts";

export interface Wall {
  choice: WallChoice;
  /** The query as it came. */
  asked: URLSearchParams;
  brands: BrandBook;
}

interface Option {
  value: string | number;
  words: string;
  chosen: boolean;
  look?: string;
}

/** What the wall shows, as a plain form; a script sends it as soon as something is chosen. */
export function wallFilter({ choice, brands }: Wall, { say, language }: DemoVisit) {
  const { brands: shown, province, areas } = choice;
  return html`<form class="wall-filter" method="get" action="/demo/screens">
    <input type="hidden" name="language" value="${language}">
    ${chips(
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
    ${chips(
      "area",
      say("wall.area"),
      screenAreas.map((one) => ({
        value: one,
        words: say(`wall.area.${one}`),
        chosen: areas.length < screenAreas.length && areas.includes(one),
      })),
    )}
    <p class="wall-field">
      <label for="wall-province">${say("wall.province")}</label>
      <select id="wall-province" name="province">
        ${(["own", "every", ...provinceIds] as const).map(
          (id) =>
            html`<option value="${id}" ${id === province ? "selected" : ""}>${say(id === "own" || id === "every" ? `wall.province.${id}` : `province.${id}`)}</option>`,
        )}
      </select>
    </p>
    <p class="wall-field" data-needs-script hidden>
      <label for="wall-words">${say("wall.words")}</label>
      <input id="wall-words" type="search" autocomplete="off">
    </p>
    <p class="wall-send"><button class="button">${say("wall.show")}</button> <a href="/demo/screens?language=${language}">${say("wall.clear")}</a></p>
  </form>`;
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
