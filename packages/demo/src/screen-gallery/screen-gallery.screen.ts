import { printFaults } from "@vestibule/contract/brand/brand-fault.ts";
import { html, raw } from "hono/html";
import { demoPage } from "../demo-page.screen.ts";
import type { DemoRequestContext, DemoTranslate } from "../request-context.rule.ts";
import { variantsOf } from "./filter.rule.ts";
import { filterForm, type ScreenGallery } from "./filter.screen.ts";
import { findScreens, type GalleryPicture, pictureOf } from "./picture-list.rule.ts";

/** Maximum pictures on one page; the pictures of one screen stay together. */
const picturesOnPage = 800;

/**
 * The gallery. Without JavaScript it is a list of links; with it each link becomes a live picture when it scrolls near.
 */
export function screenGalleryPage(gallery: ScreenGallery, context: DemoRequestContext) {
  const { t } = context;
  const { filter } = gallery;
  const variants = variantsOf(filter);
  const screens = findScreens(filter, context);
  const perPage = Math.max(1, Math.floor(picturesOnPage / Math.max(1, variants.length)));
  const pages = Math.max(1, Math.ceil(screens.length / perPage));
  const page = Math.min(filter.page, pages);
  const pageScreens = screens.slice((page - 1) * perPage, page * perPage);
  const pictures = pageScreens.flatMap((screen) => variants.map((variant) => pictureOf(screen, variant, context)));
  const body = html`<div class="intro gallery-intro">
      <h1>${t("gallery.title")}</h1>
      <p class="lead">${t("gallery.lead")}</p>
    </div>
    ${gallery.preview && previewNotice(gallery.preview, context)}
    ${filterForm(gallery, context)}
    <p class="gallery-count" role="status">${t("gallery.count", { screens: screens.length, looks: variants.length })}</p>
    <div class="gallery-results">
      ${variants.length === 0 ? html`<p class="empty">${t("gallery.none")}</p>` : areaSections(pictures, pictureLink, t)}
      ${variants.length > 0 && screens.length === 0 && html`<p class="empty">${t("gallery.notFound", { words: filter.find })}</p>`}
      ${pages > 1 && pager({ gallery, page, pages }, context)}
    </div>`;
  return demoPage(context, { title: t("gallery.title"), body, extras: "gallery", query: gallery.query });
}

/** Shows the check report of the draft brands; the gallery's script reloads the page after a save. */
function previewNotice({ version, faults }: NonNullable<ScreenGallery["preview"]>, { t }: DemoRequestContext) {
  const found = faults();
  return html`<section class="gallery-preview" data-version="${version()}" aria-labelledby="preview-title">
    <h2 id="preview-title">${found.length === 0 ? t("preview.passes") : t("preview.faults", { count: found.length })}</h2>
    ${found.length > 0 && html`<ul>${found.map((fault) => html`<li><code>${printFaults([fault])}</code></li>`)}</ul>`}
    <p class="hint">${t(found.length === 0 ? "preview.live" : "preview.kept")}</p>
  </section>`;
}

/** A section for each area, with its screens and the pictures of each. Single pictures are aligned by their width. */
export function areaSections<Picture extends GalleryPicture>(
  pictures: readonly Picture[],
  draw: (picture: Picture) => unknown,
  t: DemoTranslate,
) {
  const isSingle = new Set(pictures.map(({ id }) => id)).size === pictures.length;
  return [...Map.groupBy(pictures, ({ area }) => area)].map(
    ([area, inArea]) => html`<section class="gallery-area" aria-labelledby="area-${area}">
    <h2 id="area-${area}">${t(`gallery.area.${area}`)}</h2>
    <ul class="gallery-screens"${isSingle && raw(` data-single="${inArea[0]?.width}"`)}>
      ${[...Map.groupBy(inArea, ({ id }) => id)].map(
        ([id, ofScreen]) => html`<li class="gallery-screen" id="${id}">
        <h3>${ofScreen[0]?.title} <a class="gallery-id" href="#${id}">${id}</a></h3>
        <ul class="gallery-shots">${ofScreen.map((picture) => html`<li>${draw(picture)}</li>`)}</ul>
      </li>`,
      )}
    </ul>
  </section>`,
  );
}

/** A link to the screen itself; the script builds the picture from its `data-*`. */
function pictureLink({ title, url, width, scheme, words }: GalleryPicture) {
  return html`<a class="gallery-shot" href="${url}" target="vestibule-portal"
    data-width="${width}" data-scheme="${scheme}"
    ><span class="gallery-look"><span class="gallery-of">${title}, </span>${words.join(" · ")}</span></a>`;
}

function pager(
  { gallery, page, pages }: { gallery: ScreenGallery; page: number; pages: number },
  { t }: DemoRequestContext,
) {
  const to = (number: number) => {
    const query = new URLSearchParams(gallery.query);
    query.set("page", String(number));
    return `?${query}`;
  };
  return html`<nav class="gallery-pager" aria-label="${t("gallery.pages")}">
    ${page > 1 && html`<a class="button" rel="prev" href="${to(page - 1)}">${t("gallery.previous")}</a>`}
    <span>${t("gallery.page", { page, pages })}</span>
    ${page < pages && html`<a class="button" rel="next" href="${to(page + 1)}">${t("gallery.next")}</a>`}
  </nav>`;
}
