import { printFaults } from "@vestibule/vestibule/brands/brand-fault.ts";
import { html, raw } from "hono/html";
import { demoPage } from "../demo-page.screen.ts";
import type { DemoVisit } from "../demo-visit.rule.ts";
import type { ScreenEntry } from "../screen-list.rule.ts";
import type { ScreenArea } from "./screen-area.rule.ts";
import { type Wall, wallFilter } from "./wall-filter.screen.ts";
import { wallPicture, wallScreens } from "./wall-list.rule.ts";
import { type Look, looksOf } from "./wall-query.rule.ts";

/** Maximum pictures on one page; the pictures of one screen stay together. */
const picturesOnPage = 400;

/**
 * The gallery. Without JavaScript it is a list of links; with it each link becomes a live picture when it scrolls near.
 */
export function wallPage(wall: Wall, visit: DemoVisit) {
  const { say } = visit;
  const { choice } = wall;
  const looks = looksOf(choice);
  const entries = wallScreens(choice, visit);
  const perPage = Math.max(1, Math.floor(picturesOnPage / Math.max(1, looks.length)));
  const pages = Math.max(1, Math.ceil(entries.length / perPage));
  const page = Math.min(choice.page, pages);
  const shown = entries.slice((page - 1) * perPage, page * perPage);
  const areas = [...Map.groupBy(shown, ({ area }) => area)];
  const body = html`<div class="intro wall-intro">
      <h1>${say("wall.title")}</h1>
      <p class="lead">${say("wall.lead")}</p>
    </div>
    ${wall.preview && previewNotice(wall.preview, visit)}
    ${wallFilter(wall, visit)}
    <p class="wall-count" role="status">${say("wall.count", { screens: entries.length, looks: looks.length })}</p>
    <div class="wall-results">
      ${looks.length === 0 ? html`<p class="empty">${say("wall.none")}</p>` : areas.map((area) => areaSection(area, looks, visit))}
      ${looks.length > 0 && entries.length === 0 && html`<p class="empty">${say("wall.notFound", { words: choice.find })}</p>`}
      ${pages > 1 && pager({ wall, page, pages }, visit)}
    </div>`;
  return demoPage(visit, { title: say("wall.title"), body, extras: "wall", query: wall.asked });
}

/** Shows the check report of the draft brands; the gallery's script reloads the page after a save. */
function previewNotice({ version, faults }: NonNullable<Wall["preview"]>, { say }: DemoVisit) {
  const found = faults();
  return html`<section class="wall-preview" data-version="${version()}" aria-labelledby="preview-title">
    <h2 id="preview-title">${found.length === 0 ? say("preview.passes") : say("preview.faults", { count: found.length })}</h2>
    ${found.length > 0 && html`<ul>${found.map((fault) => html`<li><code>${printFaults([fault])}</code></li>`)}</ul>`}
    <p class="hint">${say(found.length === 0 ? "preview.live" : "preview.kept")}</p>
  </section>`;
}

function areaSection([area, entries]: [ScreenArea, readonly ScreenEntry[]], looks: readonly Look[], visit: DemoVisit) {
  return html`<section class="wall-area" aria-labelledby="area-${area}">
    <h2 id="area-${area}">${visit.say(`wall.area.${area}`)}</h2>
    <ul class="wall-screens"${looks.length === 1 && raw(` data-single="${looks[0]?.width}"`)}>
      ${entries.map(
        (entry) => html`<li class="wall-screen" id="${entry.id}">
        <h3>${entry.title} <a class="wall-id" href="#${entry.id}">${entry.id}</a></h3>
        <ul class="wall-shots">${looks.map((look) => html`<li>${shot(entry, look, visit)}</li>`)}</ul>
      </li>`,
      )}
    </ul>
  </section>`;
}

/** A link to the screen itself; the script builds the picture from its `data-*`. */
function shot(entry: ScreenEntry, look: Look, visit: DemoVisit) {
  const { address, width, scheme, words } = wallPicture(entry, look, visit);
  return html`<a class="wall-shot" href="${address}" target="vestibule-portal"
    data-width="${width}" data-scheme="${scheme}"
    ><span class="wall-look"><span class="wall-of">${entry.title}, </span>${words.join(" · ")}</span></a>`;
}

function pager({ wall, page, pages }: { wall: Wall; page: number; pages: number }, { say }: DemoVisit) {
  const to = (number: number) => {
    const query = new URLSearchParams(wall.asked);
    query.set("page", String(number));
    return `?${query}`;
  };
  return html`<nav class="wall-pager" aria-label="${say("wall.pages")}">
    ${page > 1 && html`<a class="button" rel="prev" href="${to(page - 1)}">${say("wall.previous")}</a>`}
    <span>${say("wall.page", { page, pages })}</span>
    ${page < pages && html`<a class="button" rel="next" href="${to(page + 1)}">${say("wall.next")}</a>`}
  </nav>`;
}
