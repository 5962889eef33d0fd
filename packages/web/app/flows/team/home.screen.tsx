import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { Link } from "react-router";
import { ExpiryLine } from "../../form/expiry-notice.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { StaffBar, StaffSessionEnd } from "../../staff/staff-parts.tsx";
import type { HomePage } from "./team-view.ts";

/** First page of the digital team: what the signed-in person may do. */
export function TeamHomeScreen({ page }: { page: HomePage }) {
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
            <RoleLink role={role} />
          </li>
        ))}
      </ul>
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

/** The page of a role, and its link. */
const pageOf = {
  look: ["/team/numbers", "team:numbers.open"],
  edit: ["/team/brands", "team:brands.open"],
  publish: ["/team/brands", "team:brands.open"],
  operate: ["/team/maintenance", "team:maintenance.open"],
} as const satisfies Record<TeamRole, readonly [string, TextKey]>;

function RoleLink({ role }: { role: TeamRole }) {
  const t = useTranslate();
  const [path, words] = pageOf[role];
  return (
    <p>
      <Link to={path}>{t(words)}</Link>
    </p>
  );
}
