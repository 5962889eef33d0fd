import { Link } from "react-router";
import { ExpiryLine } from "../../form/expiry-notice.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { StaffBar, StaffSessionEnd } from "../../staff/staff-parts.tsx";
import type { TeamPage } from "./team-view.ts";

/** First page of the digital team: what the signed-in person may do. */
export function TeamHomeScreen({ page }: { page: Extract<TeamPage, { kind: "home" }> }) {
  const t = useTranslate();
  const { who, roles, limit } = page;
  return (
    <div className="staff-desk">
      <StaffBar at="team" who={who} />
      <PageOpening title={t("team:home.title")}>{t("team:home.lead")}</PageOpening>
      <StaffSessionEnd limit={limit} />
      <ul className="stack">
        {roles.map((role) => (
          <li key={role} className="stack stack-tight">
            <h2 className="heading">{t(`team:role.${role}.title`)}</h2>
            <p>{t(`team:role.${role}`)}</p>
            {role === "look" ? (
              <p>
                <Link to="/team/numbers">{t("team:numbers.open")}</Link>
              </p>
            ) : role === "operate" ? (
              <p>
                <Link to="/team/maintenance">{t("team:maintenance.open")}</Link>
              </p>
            ) : (
              <p className="small quiet">{t("team:home.later")}</p>
            )}
          </li>
        ))}
      </ul>
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}
