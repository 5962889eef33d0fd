import { Link } from "react-router";
import { Notice } from "../../../design/notice.tsx";
import { useSerial } from "../../../design/use-serial.ts";
import { ExpiryLine } from "../../../form/expiry-notice.tsx";
import type { FormValues } from "../../../form/form-values.ts";
import { PostButton } from "../../../form/post-button.tsx";
import { PageOpening } from "../../../frame/page-opening.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import { StaffBar, StaffSessionEnd } from "../../../staff/staff-parts.tsx";
import { Brand, BrandList } from "./brand.screen.tsx";
import type { BrandsPage, RefusedForm, UnavailableView } from "./brands-view.ts";
import { Hours, WeekForm } from "./hours.screen.tsx";
import { SentenceForm } from "./sentence.screen.tsx";
import { SpecialDayForm } from "./special-day.screen.tsx";
import { TelephoneForm } from "./telephone.screen.tsx";
import { Version } from "./version.screen.tsx";

type OpenPage = Exclude<BrandsPage, UnavailableView>;
interface WithRefusal {
  refused: RefusedForm | undefined;
}

/** Brands of the portal: what people see of each, and the versions that the team prepares, approves and publishes. */
export function BrandsScreen({ page, refused }: { page: BrandsPage } & WithRefusal) {
  const t = useTranslate();
  const serial = useSerial(refused);
  if (page.kind === "unavailable") return <Unavailable values={refused?.values} />;
  const { who, limit } = page;
  return (
    <div className="staff-desk team-brands">
      <StaffBar at="team" who={who}>
        {page.kind === "brands" ? null : <Link to="/team/brands">{t("team:brands.open")}</Link>}
        <Link to="/team">{t("team:home.open")}</Link>
      </StaffBar>
      <BrandsOpening page={page} isRefused={refused !== undefined} />
      <StaffSessionEnd limit={limit} />
      {refused === undefined ? null : <Refused key={serial} refused={refused} />}
      <PageContent page={page} refused={refused} />
      {page.kind === "brands" || page.kind === "brand" ? null : (
        <p>
          <Link to={`/team/brands/${page.brand.id}`}>{t("team:brand.back", { brand: page.brand.name })}</Link>
        </p>
      )}
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
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
        <PostButton sends={sentAgain(values)} kind="primary">
          {t("team:refused.again")}
        </PostButton>
      )}
    </div>
  );
}

const sentAgain = (values: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));

function BrandsOpening({ page, isRefused }: { page: OpenPage; isRefused: boolean }) {
  const t = useTranslate();
  switch (page.kind) {
    case "brands":
      return <PageOpening title={t("team:brands.title")}>{t("team:brands.lead")}</PageOpening>;
    case "brand":
      return (
        <PageOpening title={t("team:brand.title", { brand: page.brand.name })} isRefused={isRefused}>
          {page.brand.published}
        </PageOpening>
      );
    case "version":
      return (
        <PageOpening
          title={t("team:version.title", { brand: page.brand.name, number: page.version.number })}
          isRefused={isRefused}
        >
          {t("team:version.state", { state: page.version.state })}
        </PageOpening>
      );
    case "hours":
      return (
        <PageOpening title={t("team:hours.title", { brand: page.brand.name })}>{t("team:hours.lead")}</PageOpening>
      );
    case "week":
      return (
        <PageOpening
          title={t(`team:week.title.${page.line}`, { brand: page.brand.name, province: page.province.name })}
          isRefused={isRefused}
        >
          {t("team:draft.lead")}
        </PageOpening>
      );
    default:
      return (
        <PageOpening title={t(`team:${page.kind}.title`, { brand: page.brand.name })} isRefused={isRefused}>
          {t("team:draft.lead")}
        </PageOpening>
      );
  }
}

function PageContent({ page, refused }: { page: OpenPage } & WithRefusal) {
  switch (page.kind) {
    case "brands":
      return <BrandList view={page} />;
    case "brand":
      return <Brand view={page} />;
    case "version":
      return <Version view={page} refused={refused} />;
    case "sentence":
      return <SentenceForm view={page} refused={refused} />;
    case "telephone":
      return <TelephoneForm view={page} refused={refused} />;
    case "hours":
      return <Hours view={page} />;
    case "week":
      return <WeekForm view={page} refused={refused} />;
    case "specialDay":
      return <SpecialDayForm view={page} refused={refused} />;
  }
}

/** A reason of the check without a field here names its place in a file, and is in English only. */
function Refused({ refused: { reasons, refusal } }: { refused: RefusedForm }) {
  const t = useTranslate();
  return (
    <Notice tone="error" title={t("team:refused.title")} takesFocus>
      {refusal === undefined ? (
        <ul>
          {reasons.map(({ field, text, isEnglish }) => (
            <li key={`${field} ${text}`} {...(isEnglish && { lang: "en" })}>
              {field === undefined ? text : <a href={`#${field}`}>{text}</a>}
            </li>
          ))}
        </ul>
      ) : (
        t(`team:refused.${refusal}`)
      )}
    </Notice>
  );
}
