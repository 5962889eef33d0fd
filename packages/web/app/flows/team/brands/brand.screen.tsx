import { Link } from "react-router";
import { PostButton } from "../../../form/post-button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame, NotLoaded, RunningExperiment } from "./brands-frame.tsx";
import type { BrandListView, BrandsPage, BrandView, RefusedForm } from "./brands-view.ts";
import { SentenceSearchSection } from "./sentence-search.tsx";
import { settingGroupIds } from "./settings.table.ts";
import { VersionHistory } from "./version.screen.tsx";

export function BrandListScreen({ page }: { page: BrandsPage<BrandListView> }) {
  const t = useTranslate();
  return (
    <BrandsFrame page={page} title={t("team:brands.title")} lead={t("team:brands.lead")}>
      <ul className="stack">
        {page.brands.map(({ drafts, planned, ...brand }) => (
          <li key={brand.id} className="stack stack-tight">
            <h2 className="heading">
              <Link to={`/team/brands/${brand.id}`}>{brand.name}</Link>
            </h2>
            <p>{brand.published}</p>
            {brand.experiment === undefined ? null : <p>{brand.experiment}</p>}
            <NotLoaded brand={brand} />
            {planned === undefined ? null : (
              <p>
                {t("team:versions.number", { number: planned.number })} – {planned.published}
              </p>
            )}
            {drafts === 0 ? null : <p>{t("team:brands.drafts", { count: drafts })}</p>}
          </li>
        ))}
      </ul>
    </BrandsFrame>
  );
}

/** What can be changed of a brand, and its versions. */
export function BrandScreen({ page, refused }: { page: BrandsPage<BrandView>; refused: RefusedForm | undefined }) {
  const t = useTranslate();
  const { brand, versions, search, isLocked, canReturnToFolder } = page;
  const path = `/team/brands/${brand.id}`;
  return (
    <BrandsFrame
      page={page}
      title={t("team:brand.title", { brand: brand.name })}
      lead={brand.published}
      refused={refused}
    >
      <RunningExperiment brand={brand} />
      {isLocked ? <p>{t("team:brand.locked")}</p> : null}
      {search === undefined ? null : (
        <>
          <SentenceSearchSection path={path} search={search} />
          <Forms path={path} />
        </>
      )}
      <p>
        <Link to={`${path}/files`}>{t("team:files.open")}</Link>
      </p>
      <section className="stack stack-tight">
        <h2 className="heading">{t("team:versions.title")}</h2>
        {versions.length === 0 ? <p>{t("team:versions.none")}</p> : null}
        <ul className="stack">
          {versions.map((version) => (
            <li key={version.number}>
              <p>
                <Link to={`${path}/version?number=${version.number}`}>
                  {t("team:versions.number", { number: version.number })}
                </Link>{" "}
                – {version.state}
              </p>
              <VersionHistory version={version} />
            </li>
          ))}
        </ul>
        <p>
          <Link to={`${path}/experiment`}>{t("team:experiment.open")}</Link>
        </p>
        {canReturnToFolder ? (
          <PostButton action={path} sends={{ act: "folder" }} kind="quiet">
            {t("team:act.folder")}
          </PostButton>
        ) : null}
      </section>
    </BrandsFrame>
  );
}

/** The other forms of the brand. */
function Forms({ path }: { path: string }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:settings.open")}</h2>
      <ul className="brand-parts">
        {(["telephone", "hours", "look", "drawings"] as const).map((part) => (
          <li key={part}>
            <Link to={`${path}/${part}`}>{t(`team:${part}.open`)}</Link>
          </li>
        ))}
        {settingGroupIds.map((group) => (
          <li key={group}>
            <Link to={`${path}/settings?group=${group}`}>{t(`team:settings.${group}`)}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
