import { Link } from "react-router";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { BrandsPage, ScreenView, TitledScreen } from "./brands-view.ts";
import { Pictures } from "./pictures.screen.tsx";

/** A screen that a version changes, or one as people see it now. */
export function ChangedScreen({ page }: { page: BrandsPage<ScreenView> }) {
  const t = useTranslate();
  const { brand, version, screen, next, pictures } = page;
  const path = `/team/brands/${brand.id}`;
  return (
    <BrandsFrame
      page={page}
      title={screen.title}
      lead={
        version === undefined
          ? t("team:screens.now", { brand: brand.name })
          : t("team:screens.of", { brand: brand.name, number: version })
      }
    >
      <Pictures brandId={brand.id} pictures={pictures} isTitled />
      {version === undefined || next === undefined ? null : (
        <p>
          <Link to={screenPath(path, version, next)}>{t("team:screens.next", { screen: next.title })}</Link>
        </p>
      )}
      {version === undefined ? null : (
        <p>
          <Link to={`${path}/version?number=${version}`}>{t("team:screens.back", { number: version })}</Link>
        </p>
      )}
    </BrandsFrame>
  );
}

export const screenPath = (path: string, version: number, { id }: TitledScreen) =>
  `${path}/screen?number=${version}&screen=${id}`;
