import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../packages/catalogue/src/province.table.ts";
import { speechOf } from "../../packages/demo/src/demo-visit.rule.ts";
import { folded } from "../../packages/demo/src/wall/wall-query.rule.ts";
import { defaultBrandId } from "../../packages/vestibule/src/settings/settings.schema.ts";
import { sayDay } from "../../packages/wording/src/format.ts";
import { root } from "../run.mjs";
import type { TakenPicture } from "./take-pictures.ts";

const filters = ["brand", "province", "language", "width", "scheme", "area"] as const;

/** One page of all pictures, self-contained except for the pictures. */
export function galleryPage({
  taken,
  css,
  language,
  on,
}: {
  taken: readonly TakenPicture[];
  css: string;
  language: Language;
  /** Date of creation. */
  on: Date;
}) {
  const say = speechOf(language);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const tokens = readFileSync(join(root, "brands", defaultBrandId, "tokens.css"), "utf8");
  const script = readFileSync(join(import.meta.dirname, "filter.js"), "utf8");
  const wordsOf = (name: (typeof filters)[number], { words, area }: TakenPicture) =>
    name === "area" ? say(`wall.area.${area}`) : (words[filters.indexOf(name)] ?? "");
  const chips = filters.map((name) => {
    const values = new Map(taken.map((picture) => [String(picture[name]), wordsOf(name, picture)]));
    if (values.size < 2) return "";
    const boxes = [...values].map(
      ([value, words]) =>
        `<label class="wall-chip ${name === "brand" ? `of-${value}` : "plain"}"><input type="checkbox" name="${name}" value="${value}"> ${escaped(words)}</label>`,
    );
    return `<fieldset class="wall-chips"><legend>${say(`wall.${name}`)}</legend>${boxes.join("")}</fieldset>`;
  });
  const areas = [...Map.groupBy(taken, ({ area }) => area)].map(([area, pictures]) => {
    const screens = [...Map.groupBy(pictures, ({ id }) => id).values()].map(screenItem);
    return `<section class="wall-area"><h2>${say(`wall.area.${area}`)}</h2><ul class="wall-screens">${screens.join("")}</ul></section>`;
  });
  return `<!doctype html>
<html lang="${language}-CA" class="has-pictures">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say("wall.title")}</title>
<style>${tokens}\n${css}</style>
</head>
<body>
<main id="main">
<div class="intro wall-intro"><h1>${say("wall.title")}</h1><p class="lead">${say("gallery.lead", { date: sayDay(on, { timeZone: here, language }) })}</p></div>
<form class="wall-filter" hidden>
<div class="wall-find"><p class="wall-field"><label for="wall-words">${say("wall.words")}</label><input id="wall-words" type="search" autocomplete="off" spellcheck="false"></p><p class="wall-send"><button class="wall-clear" type="reset">${say("wall.clear")}</button></p></div>
<details class="wall-choices"><summary><b>${say("wall.choices")}</b></summary><div>${chips.join("")}</div></details>
</form>
<p class="wall-count" role="status" data-words="${escaped(say("gallery.count", { screens: "{screens}", pictures: "{pictures}" }))}"></p>
<p class="empty" hidden>${say("wall.empty")}</p>
${areas.join("\n")}
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Groups pictures by width. */
function screenItem(pictures: readonly TakenPicture[]): string {
  const [{ id, title } = { id: "", title: "" }] = pictures;
  const byWidth = pictures.toSorted((left, right) => left.width - right.width);
  const shots = byWidth.map((picture) => {
    const data = filters.map((name) => `data-${name}="${picture[name]}"`).join(" ");
    const words = escaped(picture.words.join(" · "));
    return `<li><a class="wall-shot" href="${picture.file}" ${data}><span class="wall-picture"><img loading="lazy" decoding="async" width="${picture.width}" height="${picture.height}" src="${picture.file}" alt="${escaped(title)}"></span><span class="wall-look">${words}</span></a></li>`;
  });
  const words = escaped(folded(`${title} ${id}`));
  return `<li class="wall-screen" id="${id}" data-words="${words}"><h3>${escaped(title)} <a class="wall-id" href="#${id}">${id}</a></h3><ul class="wall-shots">${shots.join("")}</ul></li>`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
