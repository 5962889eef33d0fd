import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type Scheme, schemes } from "@vestibule/contract/brand/token.table.ts";
import type { ReactNode } from "react";
import { Disclosure } from "../../../design/disclosure.tsx";
import { useReady } from "../../../design/ready.ts";
import { useLanguage, useTranslate } from "../../../i18n/translate.tsx";
import type { ScreenPictures } from "./brands-view.ts";

const allLooks = { widths: ["phone", "desk"], schemes } as const;

/** Of folded pictures without a script: browsers then load every frame at once, folded ones too. */
const fewLooks = { widths: ["phone"], schemes: ["light"] } as const;

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
  const rows = (screen: { id: string; title: string }, looks: Looks) => (
    <>
      <PictureRows brandId={brandId} screen={screen} query={after} pictures={pictures} looks={looks} />
      {before === undefined ? null : (
        <FoldedPictures question={t("team:pictures.before", { screen: screen.title })} within={looks}>
          {(folded) => (
            <PictureRows brandId={brandId} screen={screen} query={before} pictures={pictures} looks={folded} isBefore />
          )}
        </FoldedPictures>
      )}
    </>
  );
  return (
    <>
      <section className="stack stack-tight">
        {isTitled ? null : <h3 className="heading">{first.title}</h3>}
        {rows(first, allLooks)}
      </section>
      {others.map((screen) => (
        <FoldedPictures key={screen.id} question={screen.title} within={allLooks}>
          {(looks) => rows(screen, looks)}
        </FoldedPictures>
      ))}
    </>
  );
}

function FoldedPictures({
  question,
  within,
  children,
}: {
  question: string;
  /** Looks of the pictures around them; `noscript` elements cannot be nested. */
  within: Looks;
  children: (looks: Looks) => ReactNode;
}) {
  const isReady = useReady();
  const few = children(fewLooks);
  return (
    <Disclosure question={question}>
      {isReady ? children(allLooks) : within === fewLooks ? few : <noscript>{few}</noscript>}
    </Disclosure>
  );
}

interface Looks {
  widths: readonly ("phone" | "desk")[];
  schemes: readonly Scheme[];
}

function PictureRows({
  brandId,
  screen,
  query,
  pictures: { languages },
  looks: { widths, schemes },
  isBefore = false,
}: {
  brandId: string;
  screen: { id: string; title: string };
  query: Readonly<Record<string, string>>;
  pictures: ScreenPictures;
  looks: Looks;
  isBefore?: boolean;
}) {
  const t = useTranslate();
  const own = useLanguage();
  const ownFirst = [...languages].sort((one, other) => Number(other === own) - Number(one === own));
  const srcOf = (language: Language) =>
    `/team/brands/${brandId}/picture?${new URLSearchParams({ ...query, screen: screen.id, in: language })}`;
  return widths.map((width) => (
    <div key={width} className="brand-pictures">
      {ownFirst.flatMap((language) =>
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
