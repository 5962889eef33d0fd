import { useId } from "react";
import { useTranslate } from "../i18n/translate.tsx";
import type { FrameData } from "./frame-data.server.ts";

/**
 * Footer links; below them the brand's legal line and the code of an error screen. The links open in a new tab to keep
 * what was typed, except in an insurer's app, whose views have none.
 */
export function Footer({ data, screenCode }: { data: FrameData; screenCode: string | undefined }) {
  const t = useTranslate();
  const newTab = useId();
  const opening = data.webview ? {} : { target: "_blank", rel: "noopener", "aria-describedby": newTab };
  return (
    <footer className="footer">
      <nav aria-label={t("frame:footer.label")}>
        <ul className="footer-links">
          {Object.entries(data.links).map(([name, url]) =>
            url === undefined ? null : (
              <li key={name}>
                <a href={url} {...opening}>
                  {t(`frame:footer.${name as keyof FrameData["links"]}`)}
                </a>
              </li>
            ),
          )}
        </ul>
        <span id={newTab} hidden>
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
