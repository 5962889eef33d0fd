import { useTranslate } from "../i18n/translate.tsx";
import { newTab } from "./footer.tsx";
import type { FrameData } from "./frame-data.server.ts";

/** The brand's image across the top of some pages on narrow screens, from the page's styles. */
export function Band() {
  return <div className="band" aria-hidden="true" />;
}

/**
 * The brand's image next to the content on wide screens; with `withPromo`, the promotion of its mobile app if it has
 * one.
 */
export function Panel({ brand, withPromo }: { brand: FrameData["brand"]; withPromo: boolean }) {
  const t = useTranslate();
  const promo = withPromo ? brand.promo : null;
  if (promo === null)
    return (
      <div className="panel" aria-hidden="true">
        <img className="panel-drawing" src={`/brand/${brand.id}/panel.svg`} alt="" loading="lazy" />
      </div>
    );
  return (
    <aside className="panel" aria-label={t("frame:promo.label")}>
      <img className="panel-drawing" src={`/brand/${brand.id}/promo.svg`} alt="" loading="lazy" />
      <div className="promo">
        <h2 className="promo-title">{t("frame:promo.title")}</h2>
        <p>{t("frame:promo.text")}</p>
        <p className="promo-links">
          <a href={promo.apple} {...newTab}>
            {t("frame:promo.apple")}
          </a>
          <a href={promo.android} {...newTab}>
            {t("frame:promo.android")}
          </a>
        </p>
      </div>
    </aside>
  );
}
