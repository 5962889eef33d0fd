import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Checkbox } from "../../form/checkbox.tsx";
import { PostButton } from "../../form/post-button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { TeamFrame } from "./team-frame.tsx";
import { brandField, type MaintenancePage, type MaintenanceResult, type MaintenanceView } from "./team-view.ts";

/** Lists the brands that are closed for maintenance; its form shows what people will read before it closes one. */
export function MaintenanceScreen({ page, result }: { page: MaintenancePage; result: MaintenanceResult | undefined }) {
  const t = useTranslate();
  const { maintenance } = page;
  const isFailed = maintenance === undefined || result?.kind === "failed";
  return (
    <TeamFrame
      page={page}
      title={t("team:maintenance.title")}
      lead={t("team:maintenance.lead")}
      isRefused={isFailed || result?.kind === "refused"}
    >
      {isFailed ? (
        <Notice
          tone="error"
          title={t(`team:maintenance.${result === undefined ? "unavailable" : "failed"}`)}
          takesFocus
        >
          {t("team:maintenance.tryAgain")}
        </Notice>
      ) : null}
      {maintenance === undefined ? null : <Maintenance view={maintenance} result={result} />}
    </TeamFrame>
  );
}

function Maintenance({ view, result }: { view: MaintenanceView; result: MaintenanceResult | undefined }) {
  if (result?.kind === "preview") return <Preview preview={result} />;
  return (
    <>
      {result?.kind === "bypass" ? <Bypass view={view} bypass={result} /> : null}
      <Brands view={view} />
      <CloseForm view={view} refused={result?.kind === "refused" ? result : undefined} />
    </>
  );
}

function Brands({ view: { brands } }: { view: MaintenanceView }) {
  const t = useTranslate();
  return (
    <ul className="stack" aria-label={t("team:maintenance.brands")}>
      {brands.map(({ id, name, isClosed, until }) => (
        <li key={id} className="stack stack-tight">
          <h2 className="heading">{name}</h2>
          <p>
            {isClosed ? (
              <strong>{until ? t("team:maintenance.closedUntil", until) : t("team:maintenance.closed")}</strong>
            ) : (
              t("team:maintenance.isOpen")
            )}
          </p>
          {isClosed ? (
            <div className="cluster">
              <PostButton sends={{ act: "open", brand: id }}>
                {t("team:maintenance.openAgain", { brand: name })}
              </PostButton>
              <PostButton sends={{ act: "bypass", brand: id }}>
                {t("team:maintenance.bypass", { brand: name })}
              </PostButton>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function CloseForm({
  view: { brands, zone },
  refused,
}: {
  view: MaintenanceView;
  refused: Extract<MaintenanceResult, { kind: "refused" }> | undefined;
}) {
  const t = useTranslate();
  return (
    <section className="stack maintenance-form">
      <h2 className="heading">{t("team:maintenance.close.title")}</h2>
      <ScreenForm
        rules={{}}
        values={refused?.values ?? {}}
        alert={refused && <Notice tone="error" title={t(`team:maintenance.${refused.why}`)} takesFocus />}
      >
        <input type="hidden" name="act" value="preview" />
        <fieldset className="stack stack-tight">
          <legend className="field-label">{t("team:maintenance.brands")}</legend>
          {brands.map(({ id, name }) => (
            <Checkbox key={id} name={brandField(id)}>
              {name}
            </Checkbox>
          ))}
        </fieldset>
        <TextField
          name="until"
          type="datetime-local"
          label={t("team:maintenance.until")}
          help={t("team:maintenance.until.help", { zone })}
          width="medium"
        />
        <Button kind="quiet">{t("team:maintenance.preview")}</Button>
      </ScreenForm>
    </section>
  );
}

function Preview({
  preview: { names, screens, values },
}: {
  preview: Extract<MaintenanceResult, { kind: "preview" }>;
}) {
  const t = useTranslate();
  return (
    <section className="stack">
      <Notice tone="calm" title={t("team:maintenance.preview.title", { brands: names.join(", ") })} takesFocus>
        {t("team:maintenance.preview.lead")}
      </Notice>
      <div className="maintenance-screens">
        {screens.map(({ language, title, sentences }) => (
          <article key={language} lang={`${language}-CA`} className="maintenance-screen stack stack-tight">
            <h2 className="heading">{title}</h2>
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </article>
        ))}
      </div>
      <div className="cluster">
        <PostButton kind="danger" sends={{ ...values, act: "close" }}>
          {t("team:maintenance.confirm")}
        </PostButton>
        <Link to="/team/maintenance">{t("team:maintenance.cancel")}</Link>
      </div>
    </section>
  );
}

function Bypass({ view, bypass }: { view: MaintenanceView; bypass: Extract<MaintenanceResult, { kind: "bypass" }> }) {
  const t = useTranslate();
  const name = view.brands.find(({ id }) => id === bypass.brand)?.name ?? bypass.brand;
  return (
    <Notice tone="success" title={t("team:maintenance.bypass.title", { brand: name, ...bypass.until })} takesFocus>
      <p>{t("team:maintenance.bypass.lead")}</p>
      <p>
        <a className="maintenance-link" href={bypass.url}>
          {bypass.url}
        </a>
      </p>
    </Notice>
  );
}
