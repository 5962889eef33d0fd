import type { Language } from "@vestibule/catalogue/province.table.ts";
import { schemes } from "@vestibule/contract/brand/token.table.ts";
import { Disclosure } from "../../../design/disclosure.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenPictures } from "./brands-view.ts";

const widths = ["phone", "desk"] as const;

/** Screens as people see them, on a phone and a desk, light and dark, in each language; before the change below it. */
export function Pictures({
  brandId,
  pictures,
  isTitled = false,
}: {
  brandId: string;
  pictures: ScreenPictures;
  /** Whether the page names the first screen already. */
  isTitled?: boolean;
}) {
  const t = useTranslate();
  const { screens, after, before } = pictures;
  const [first, ...others] = screens;
  if (first === undefined) return <p>{t("team:pictures.none")}</p>;
  const rows = (screen: { id: string; title: string }) => (
    <>
      <PictureRows brandId={brandId} screen={screen} query={after} pictures={pictures} />
      {before === undefined ? null : (
        <Disclosure question={t("team:pictures.before", { screen: screen.title })}>
          <PictureRows brandId={brandId} screen={screen} query={before} pictures={pictures} isBefore />
        </Disclosure>
      )}
    </>
  );
  return (
    <>
      <section className="stack stack-tight">
        {isTitled ? null : <h3 className="heading">{first.title}</h3>}
        {rows(first)}
      </section>
      {others.map((screen) => (
        <Disclosure key={screen.id} question={screen.title}>
          {rows(screen)}
        </Disclosure>
      ))}
    </>
  );
}

function PictureRows({
  brandId,
  screen,
  query,
  pictures: { languages },
  isBefore = false,
}: {
  brandId: string;
  screen: { id: string; title: string };
  query: Readonly<Record<string, string>>;
  pictures: ScreenPictures;
  isBefore?: boolean;
}) {
  const t = useTranslate();
  const srcOf = (language: Language) =>
    `/team/brands/${brandId}/picture?${new URLSearchParams({ ...query, screen: screen.id, in: language })}`;
  return widths.map((width) => (
    <div key={width} className="brand-pictures">
      {languages.flatMap((language) =>
        schemes.map((scheme) => {
          const words = t(`team:pictures.${width}.${scheme}`, { language: t(`team:pictures.${language}`) });
          const title = `${screen.title}: ${words}${isBefore ? ` (${t("team:pictures.isBefore")})` : ""}`;
          return (
            <figure key={`${language} ${scheme}`} className="stack stack-tight">
              <div className="brand-picture" data-width={width} data-scheme={scheme}>
                <iframe title={title} src={srcOf(language)} loading="lazy" sandbox="allow-same-origin" inert />
              </div>
              <figcaption className="small quiet">{words}</figcaption>
            </figure>
          );
        }),
      )}
    </div>
  ));
}
