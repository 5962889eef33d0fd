import { Link } from "react-router";
import { useTranslate } from "../i18n/translate.tsx";
import type { FrameData } from "./frame-data.server.ts";

const documents = [
  "privacy",
  "terms",
  "security",
  "accessibility",
  "screenShare",
  "certificate",
  "apple",
  "android",
] as const;

/** Footer links; below them the brand's legal line and the code of an error screen. */
export function Footer({ data, screenCode }: { data: FrameData; screenCode: string | undefined }) {
  const t = useTranslate();
  return (
    <footer className="footer">
      <nav aria-label={t("frame:footer.label")}>
        <ul className="footer-links">
          {documents.map((document) => {
            const url = data.links[document];
            return url === undefined ? null : (
              <li key={document}>
                <FooterLink to={url}>{t(`frame:footer.${document}`)}</FooterLink>
              </li>
            );
          })}
        </ul>
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

function FooterLink({ to, children }: { to: string; children: string }) {
  return to.startsWith("/") ? <Link to={to}>{children}</Link> : <a href={to}>{children}</a>;
}
