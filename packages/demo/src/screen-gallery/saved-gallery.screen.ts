import type { Language } from "@vestibule/catalogue/province.table.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { html, raw } from "hono/html";
import { translatorOf } from "../request-context.rule.ts";
import type { GalleryPicture } from "./picture-list.rule.ts";
import { areaSections } from "./screen-gallery.screen.ts";

export interface SavedPicture extends GalleryPicture {
  /** Path from the folder of the gallery. */
  file: string;
  /** In pixels. */
  height: number;
}

/** The gallery as one file next to its pictures, for viewing without a server. */
export function savedGalleryPage({
  pictures,
  css,
  language,
  savedAt,
}: {
  pictures: readonly SavedPicture[];
  css: string;
  language: Language;
  savedAt: Date;
}) {
  const t = translatorOf(language);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const screens = new Set(pictures.map(({ id }) => id)).size;
  const byWidth = pictures.toSorted((left, right) => left.width - right.width);
  return html`<!doctype html>
<html lang="${language}-CA" class="has-pictures">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t("gallery.title")}</title>
<style>${raw(css)}</style>
</head>
<body>
<main id="main">
<div class="intro gallery-intro"><h1>${t("gallery.title")}</h1><p class="lead">${t("gallery.saved.lead", { date: formatDay(savedAt, { timeZone, language }) })}</p></div>
<p class="gallery-count">${t("gallery.saved.count", { screens, pictures: pictures.length })}</p>
${areaSections(byWidth, savedPicture, t)}
</main>
</body>
</html>`;
}

function savedPicture({ file, title, width, height, words }: SavedPicture) {
  return html`<a class="gallery-shot" href="${file}" data-width="${width}"
    ><span class="gallery-picture"><img loading="lazy" decoding="async" width="${width}" height="${height}" src="${file}" alt="${title}"></span
    ><span class="gallery-look">${words.join(" · ")}</span></a>`;
}
