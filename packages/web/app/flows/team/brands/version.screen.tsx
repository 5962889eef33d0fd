import { Link } from "react-router";
import { Button } from "../../../design/button.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame, RunningExperiment } from "./brands-frame.tsx";
import type { BrandsPage, RefusedForm, VersionFacts, VersionView } from "./brands-view.ts";
import { Changes } from "./changes.tsx";
import { Downloads } from "./files.screen.tsx";
import { screenPath } from "./screen.screen.tsx";

/** What a version changes, and the buttons that approve and publish it. */
export function VersionScreen({ page, refused }: { page: BrandsPage<VersionView>; refused: RefusedForm | undefined }) {
  const t = useTranslate();
  const { brand, version, includes, changes, screens, acts, isOwn, canTry, planZone } = page;
  const path = `/team/brands/${brand.id}`;
  return (
    <BrandsFrame
      page={page}
      title={t("team:version.title", { brand: brand.name, number: version.number })}
      lead={t("team:version.state", { state: version.state })}
      refused={refused}
    >
      <RunningExperiment brand={brand} />
      <VersionHistory version={version} />
      <IncludedVersions path={path} numbers={includes} />
      <Changes changes={changes} />
      <ChangedScreens path={path} version={version.number} screens={screens} isApproving={acts.includes("approve")} />
      <section className="stack stack-tight">
        <h2 className="heading">{t("team:files.folder")}</h2>
        <Downloads brandId={brand.id} number={version.number} kinds={["folder", "patch"]} />
      </section>
      {isOwn ? <p>{t("team:version.own")}</p> : null}
      {acts.map((act) => (
        <PostButton
          key={act}
          sends={{ act: act === "rollBack" ? "publish" : act, number: String(version.number) }}
          kind={act === "cancel" ? "quiet" : "primary"}
        >
          {t(`team:act.${act}`)}
        </PostButton>
      ))}
      {canTry ? (
        <p>
          <Link to={`${path}/experiment?number=${version.number}`}>{t("team:experiment.tryThis")}</Link>
        </p>
      ) : null}
      {planZone === undefined ? null : <PlanForm number={version.number} zone={planZone} refused={refused} />}
    </BrandsFrame>
  );
}

function IncludedVersions({ path, numbers }: { path: string; numbers: number[] }) {
  const t = useTranslate();
  if (numbers.length === 0) return null;
  return (
    <section className="stack stack-tight">
      <p>{t("team:version.includes")}</p>
      <ul>
        {numbers.map((number) => (
          <li key={number}>
            <Link to={`${path}/version?number=${number}`}>{t("team:version.number", { number })}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The screens that a version changes; a member opens each before approving it. */
function ChangedScreens({
  path,
  version,
  screens,
  isApproving,
}: Pick<VersionView, "screens"> & { path: string; version: number; isApproving: boolean }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:screens.title")}</h2>
      {screens.length === 0 ? <p>{t("team:screens.none")}</p> : null}
      {screens.length > 0 && isApproving ? <p>{t("team:screens.lead")}</p> : null}
      <ul className="stack stack-tight">
        {screens.map((screen) => (
          <li key={screen.id}>
            <Link to={screenPath(path, version, screen)} reloadDocument>
              {screen.title}
            </Link>
            {screen.isSeen ? ` – ${t("team:screens.seen")}` : ""}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlanForm({ number, zone, refused }: { number: number; zone: string; refused: RefusedForm | undefined }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:plan.title")}</h2>
      <ScreenForm rules={{}} values={refused?.values ?? {}}>
        <input type="hidden" name="act" value="plan" />
        <input type="hidden" name="number" value={number} />
        <TextField
          name="at"
          type="datetime-local"
          label={t("team:plan.at")}
          help={t("team:plan.help", { zone })}
          width="medium"
        />
        <Button kind="quiet">{t("team:act.plan")}</Button>
      </ScreenForm>
    </section>
  );
}

export function VersionHistory({ version: { reason, drafted, approved, published } }: { version: VersionFacts }) {
  const t = useTranslate();
  return (
    <>
      <p>
        <span className="small quiet">{t("team:draft.reason")}</span> {reason}
      </p>
      <p className="small quiet">{[drafted, approved, published].filter((one) => one !== undefined).join(" ")}</p>
    </>
  );
}
