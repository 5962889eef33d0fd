import { languages, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { formatDay, formatTime, nameTimeZoneOf } from "@vestibule/wording/format.ts";
import { html } from "hono/html";
import { pageText } from "../platform/fallback-page.message.ts";

/**
 * Substitute for the application behind a gateway on its own host: a short bilingual page, French first, in the time
 * zone of the brand's province. It stores nothing, so wrong passwords are shown until the session ends.
 */
export function signedInPage(brand: Brand, headers: Headers) {
  const latest = new Date(headers.get("x-last-failed-sign-in") ?? Number.NaN);
  const count = Number(headers.get("x-failed-sign-ins"));
  const title = headers.has("x-last-sign-in") ? "account:failedSignIns.title" : "account:failedSignIns.title.firstTime";
  const { timeZone } = provinces[brand.defaults.province];
  const inFrenchFirst = [...languages].sort((left, right) => right.localeCompare(left));
  const sections = inFrenchFirst.map((language) => {
    const text = pageText(brand, language);
    const time = (moment: Date) =>
      `${formatTime(moment, { timeZone, language })} (${nameTimeZoneOf(timeZone, language, moment)})`;
    const failures = Number.isNaN(latest.getTime())
      ? ""
      : html`<p><b>${text(title, { count })}</b><br>${text("account:failedSignIns", {
          day: formatDay(latest, { timeZone, language }),
          time: time(latest),
        })}</p>`;
    return html`<section lang="${language}-CA"><h1>${text("account:title")}</h1>${failures}<p><a href="/pkmslogout">${text("account:signOut")}</a></p></section>`;
  });
  return html`<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.name.fr} – ${brand.name.en}</title></head><body><main>${sections}</main></body></html>`;
}
