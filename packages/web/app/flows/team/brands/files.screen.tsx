import { Form } from "react-router";
import { Button } from "../../../design/button.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type { BrandsPage, FilesView, RefusedForm } from "./brands-view.ts";

/** The files that can be downloaded, and uploaded again as a draft. */
export function FilesScreen({ page, refused }: { page: BrandsPage<FilesView>; refused: RefusedForm | undefined }) {
  const t = useTranslate();
  const { brand, newest, canEdit } = page;
  return (
    <BrandsFrame
      page={page}
      title={t("team:files.title", { brand: brand.name })}
      lead={t("team:files.lead")}
      refused={refused}
    >
      <section className="stack">
        <div className="stack stack-tight">
          <h2 className="heading">{t("team:files.wording")}</h2>
          <p>{t("team:files.wordingLead")}</p>
          <Downloads brandId={brand.id} number={newest} kinds={["xlsx", "csv"]} />
        </div>
        {canEdit ? <Upload act="wording" accept=".csv,.xlsx,.txt" values={refused?.values} /> : null}
      </section>
      <section className="stack">
        <div className="stack stack-tight">
          <h2 className="heading">{t("team:files.folder")}</h2>
          <p>{t("team:files.folderLead")}</p>
          <Downloads brandId={brand.id} number={newest} kinds={["folder", "patch"]} />
        </div>
        {canEdit ? <Upload act="folder" accept=".zip" values={refused?.values} /> : null}
      </section>
    </BrandsFrame>
  );
}

/** Links to files of a version. */
export function Downloads({
  brandId,
  number,
  kinds,
}: {
  brandId: string;
  number: number;
  kinds: readonly ("xlsx" | "csv" | "folder" | "patch")[];
}) {
  const t = useTranslate();
  return (
    <ul className="stack stack-tight">
      {kinds.map((kind) => (
        <li key={kind}>
          <a href={`/team/brands/${brandId}/file?kind=${kind}&number=${number}`} download>
            {t(kind === "folder" ? "team:files.download" : `team:files.${kind}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Upload({
  act,
  accept,
  values,
}: {
  act: "wording" | "folder";
  accept: string;
  values: RefusedForm["values"] | undefined;
}) {
  const t = useTranslate();
  return (
    <Form className="form" method="post" encType="multipart/form-data">
      <input type="hidden" name="act" value={act} />
      <div className="field">
        <label className="field-label" htmlFor={`${act}-file`}>
          {t(`team:files.${act}File`)}
        </label>
        <input id={`${act}-file`} name="file" type="file" accept={accept} />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${act}-reason`}>
          {t("team:draft.reason")}
        </label>
        <input
          className="control"
          id={`${act}-reason`}
          name="reason"
          autoComplete="off"
          defaultValue={values?.act === act ? values.reason : ""}
        />
      </div>
      <Button kind="quiet">{t(`team:files.${act}Send`)}</Button>
    </Form>
  );
}
