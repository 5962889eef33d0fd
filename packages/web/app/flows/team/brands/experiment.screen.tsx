import { experimentShares } from "@vestibule/catalogue/team.table.ts";
import { Button } from "../../../design/button.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { RadioCards } from "../../../form/radio-cards.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { NumbersTable } from "../numbers-table.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import type {
  BrandsPage,
  ExperimentFacts,
  ExperimentView,
  RefusedForm,
  TitledScreen,
  TriedVersion,
} from "./brands-view.ts";

/** What the journeys of an experiment met, and the forms that start and end one. */
export function ExperimentScreen({
  page,
  refused,
}: {
  page: BrandsPage<ExperimentView>;
  refused: RefusedForm | undefined;
}) {
  const t = useTranslate();
  const { brand, experiment, canStop, tried } = page;
  return (
    <BrandsFrame
      page={page}
      title={t("team:experiment.title", { brand: brand.name })}
      lead={t("team:experiment.lead")}
      refused={refused}
    >
      {tried === undefined ? null : <Tried tried={tried} values={refused?.values ?? {}} />}
      {experiment === undefined && tried === undefined ? <p>{t("team:experiment.none")}</p> : null}
      {experiment === undefined ? null : <Experiment experiment={experiment} />}
      {canStop ? (
        <PostButton sends={{ act: "stop" }} kind="quiet">
          {t("team:experiment.stop")}
        </PostButton>
      ) : null}
      <Limits />
    </BrandsFrame>
  );
}

/** What an experiment with a version would show, and the form that starts it where it would show something. */
function Tried({ tried, values }: { tried: TriedVersion; values: RefusedForm["values"] }) {
  const t = useTranslate();
  const { number, canStart, shown, notShown } = tried;
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:experiment.try", { number })}</h2>
      {canStart ? <p>{t("team:experiment.ends")}</p> : <p>{t("team:experiment.nothingShown")}</p>}
      <ScreenNames title={t("team:experiment.shown")} screens={shown} />
      <ScreenNames title={t("team:experiment.notShown")} screens={notShown} />
      {canStart ? <StartForm number={number} values={values} /> : null}
    </section>
  );
}

function ScreenNames({ title, screens }: { title: string; screens: readonly TitledScreen[] }) {
  if (screens.length === 0) return null;
  return (
    <>
      <h3 className="numbers-name">{title}</h3>
      <ul className="team-list">
        {screens.map((screen) => (
          <li key={screen.id}>{screen.title}</li>
        ))}
      </ul>
    </>
  );
}

const limits = ["before", "outside", "roadblocks", "messages", "rules"] as const;

/** What no experiment shows, and why. */
function Limits() {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:experiment.limits")}</h2>
      <p>{t("team:experiment.limits.lead")}</p>
      <ul className="team-list">
        {limits.map((limit) => (
          <li key={limit}>{t(`team:experiment.limits.${limit}`)}</li>
        ))}
      </ul>
    </section>
  );
}

function StartForm({ number, values }: { number: number; values: RefusedForm["values"] }) {
  const t = useTranslate();
  return (
    <ScreenForm rules={{}} values={values}>
      <input type="hidden" name="act" value="start" />
      <input type="hidden" name="number" value={number} />
      <RadioCards
        name="share"
        label={t("team:experiment.share.label")}
        defaultValue={String(experimentShares[0])}
        options={experimentShares.map((share) => ({
          value: String(share),
          label: t("team:experiment.share.option", { share }),
        }))}
      />
      <Button kind="primary">{t("team:experiment.start")}</Button>
    </ScreenForm>
  );
}

function Experiment({ experiment: { begun, ended, counted, rows, verdict } }: { experiment: ExperimentFacts }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading" id="experiment">
        {t("team:experiment.met")}
      </h2>
      <p>
        {begun} {ended}
      </p>
      <NumbersTable labelledBy="experiment">
        <thead>
          <tr>
            <th scope="col">{t("team:experiment.version")}</th>
            <th scope="col">{t("team:experiment.journeys")}</th>
            <th scope="col">{t("team:experiment.stuck")}</th>
            <th scope="col">{t("team:experiment.share")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ version, journeys, stuck, share }) => (
            <tr key={version}>
              <th scope="row">{version}</th>
              <td>{journeys}</td>
              <td>{stuck}</td>
              <td>{share}</td>
            </tr>
          ))}
        </tbody>
      </NumbersTable>
      <p className="small quiet">{counted}</p>
      <p>
        <strong>{verdict}</strong>
      </p>
    </section>
  );
}
