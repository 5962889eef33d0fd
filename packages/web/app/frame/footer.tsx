import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { useTranslate } from "../i18n/translate.tsx";
import type { FrameData } from "./frame-data.server.ts";

/** Attributes of a link that opens in a new tab; the footer has the text that says so. */
export const newTab = { target: "_blank", rel: "noopener", "aria-describedby": "new-tab" };

const apps: ReadonlySet<string> = new Set(["apple", "android"]);

/**
 * Footer links; below them the brand's legal line and the code of an error screen. The links open in a new tab to keep
 * what was typed, except in an insurer's app, whose views have none.
 */
export function Footer({ data, screenCode }: { data: FrameData; screenCode: string | undefined }) {
  const t = useTranslate();
  return (
    <footer className="footer">
      <nav aria-label={t("frame:footer.label")}>
        <ul className="footer-links">
          {idsOf(data.links).map((name) =>
            data.links[name] === undefined ? null : (
              <li key={name} className={apps.has(name) ? "footer-app" : undefined}>
                <a href={data.links[name]} {...(data.webview ? {} : newTab)}>
                  {t(`frame:footer.${name}`)}
                </a>
              </li>
            ),
          )}
        </ul>
        <span id={newTab["aria-describedby"]} hidden>
          {t("frame:footer.newTab")}
        </span>
      </nav>
      <p className="footer-line">
        {t("frame:footer.rights", { year: data.year, brand: data.brand.name })}
        {screenCode === undefined ? null : (
          <span className="footer-code figures">{t("frame:footer.screenCode", { code: screenCode })}</span>
        )}
      </p>
    </footer>
  );
}
