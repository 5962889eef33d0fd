import type { ReactNode } from "react";
import { Link } from "react-router";
import { Notice } from "../../../design/notice.tsx";
import { useChangeCount } from "../../../design/use-change-count.ts";
import { ExpiryLine } from "../../../form/expiry-notice.tsx";
import type { FormValues } from "../../../form/form-values.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { RoadblockFacts } from "../../../roadblock/roadblock-facts.server.ts";
import { RoadblockPage } from "../../../roadblock/roadblock-page.tsx";
import { StaffBar, StaffSessionEnd } from "../../../staff/staff-parts.tsx";
import type {
  BrandHead,
  BrandsPage,
  DraftFormView,
  PreviewedForm,
  RefusedForm,
  UnavailableView,
} from "./brands-view.ts";
import { Changes } from "./changes.tsx";
import { Pictures } from "./pictures.screen.tsx";

/** A page of the brands, or what is shown in its place: the not-found page, or that the API is unavailable. */
export function BrandsRoutePage<Page extends { kind: string }>({
  data,
  refused,
  children,
}: {
  data: RoadblockFacts | { page: Page | UnavailableView };
  refused: RefusedForm | undefined;
  children: (page: Page) => ReactNode;
}) {
  if ("exits" in data) return <RoadblockPage facts={data} />;
  return isUnavailable(data.page) ? <Unavailable values={refused?.values} /> : children(data.page);
}

const isUnavailable = (page: { kind: string }): page is UnavailableView => page.kind === "unavailable";

/** What surrounds each page of the brands: who is logged in, title, refusal of a form, ways back and the session's end. */
export function BrandsFrame({
  page,
  title,
  lead,
  refused,
  previewed,
  children,
}: {
  page: BrandsPage<{ kind: string; brand?: BrandHead } & Pick<DraftFormView, "formPictures">>;
  title: string;
  lead: string;
  refused?: RefusedForm | undefined;
  previewed?: PreviewedForm | undefined;
  children: ReactNode;
}) {
  const t = useTranslate();
  const changeCount = useChangeCount(refused);
  const lookCount = useChangeCount(previewed);
  const { who, limit, kind, brand, formPictures } = page;
  return (
    <div className="staff-desk team-brands">
      <StaffBar at="team" who={who}>
        {brand === undefined ? null : <Link to="/team/brands">{t("team:brands.open")}</Link>}
        <Link to="/team">{t("team:home.open")}</Link>
      </StaffBar>
      <PageOpening title={title} isRefused={refused !== undefined}>
        {lead}
      </PageOpening>
      <StaffSessionEnd limit={limit} />
      {brand === undefined ? null : <NotLoaded brand={brand} />}
      {refused === undefined ? null : <Refused key={changeCount} refused={refused} />}
      {refused?.others === undefined ? null : (
        <Changes title={t("team:refused.others", { number: refused.others.number })} changes={refused.others.changes} />
      )}
      {brand === undefined || formPictures === undefined ? (
        children
      ) : (
        <div className="brand-form-with-pictures">
          {children}
          <FormPictures
            brandId={brand.id}
            pictures={previewed?.pictures ?? formPictures}
            isPreviewed={previewed !== undefined}
            key={lookCount}
          />
        </div>
      )}
      {brand === undefined || kind === "brand" ? null : (
        <p>
          <Link to={`/team/brands/${brand.id}`}>{t("team:brand.back", { brand: brand.name })}</Link>
        </p>
      )}
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

/** Servers that do not show the published version. */
export function NotLoaded({ brand: { notLoaded } }: { brand: BrandHead }) {
  const t = useTranslate();
  if (notLoaded.length === 0) return null;
  return (
    <Notice tone="caution" title={t("team:brand.notLoaded.title")}>
      {notLoaded.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>{t("team:brand.notLoaded.next")}</p>
    </Notice>
  );
}

/** That an experiment runs, which a publication ends. */
export function RunningExperiment({ brand: { id, experiment } }: { brand: BrandHead }) {
  const t = useTranslate();
  if (experiment === undefined) return null;
  return (
    <Notice tone="calm" title={experiment}>
      {t("team:experiment.running.ends")} <Link to={`/team/brands/${id}/experiment`}>{t("team:experiment.look")}</Link>
    </Notice>
  );
}

/** The screens that a form changes, next to it. A form can be long: what it changes takes the focus. */
function FormPictures({
  brandId,
  pictures,
  isPreviewed,
}: {
  brandId: string;
  pictures: NonNullable<DraftFormView["formPictures"]>;
  isPreviewed: boolean;
}) {
  const t = useTranslate();
  return (
    <section className="stack" aria-labelledby="pictures">
      <h2 className="heading" id="pictures">
        {t(isPreviewed ? "team:pictures.changed" : "team:pictures.title")}
      </h2>
      {isPreviewed ? (
        <Notice tone="calm" title={t("team:pictures.notSaved")} takesFocus>
          <a href="#reason">{t("team:pictures.save")}</a>
        </Notice>
      ) : null}
      <Pictures brandId={brandId} pictures={pictures} />
    </section>
  );
}

/** Without a script, a form that was sent while the API was unavailable is drawn here: its values can be sent again. */
function Unavailable({ values }: { values: FormValues | undefined }) {
  const t = useTranslate();
  return (
    <div className="staff-desk team-brands">
      <PageOpening title={t("team:brands.unavailable")} isRefused>
        {t(values === undefined ? "team:maintenance.tryAgain" : "team:refused.unavailable")}
      </PageOpening>
      {values === undefined ? null : (
        <PostButton sends={values} kind="primary">
          {t("team:refused.again")}
        </PostButton>
      )}
    </div>
  );
}

/** A reason without a field on the page names its place in a file. */
function Refused({ refused: { reasons, moreReasons, refusal } }: { refused: RefusedForm }) {
  const t = useTranslate();
  return (
    <Notice tone="error" title={t(refusal === undefined ? "team:refused.notSaved" : "team:refused.title")} takesFocus>
      {refusal === undefined ? (
        <>
          <ul>
            {reasons.map(({ field, name, text }) => {
              const words = name === undefined ? text : t("team:refused.reason", { name, text });
              return (
                <li key={`${field} ${words}`}>{field === undefined ? words : <a href={`#${field}`}>{words}</a>}</li>
              );
            })}
          </ul>
          {moreReasons === undefined ? null : <p>{t("team:refused.more", { count: moreReasons })}</p>}
        </>
      ) : (
        t(`team:refused.${refusal}`)
      )}
    </Notice>
  );
}
