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
      <ul className="team-roles">
        {roles.map((role) => (
          <li key={role} className="team-role stack stack-tight">
            <h2 className="heading">{t(`team:role.${role}.title`)}</h2>
            <p>{t(`team:role.${role}`)}</p>
            <RoleLinks role={role} />
          </li>
        ))}
      </ul>
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

/** The pages of a role, and their links. */
const pagesOf: Record<TeamRole, readonly (readonly [path: string, words: TextKey])[]> = {
  look: [["/team/numbers", "team:numbers.open"]],
  edit: [["/team/brands", "team:brands.open"]],
  publish: [["/team/brands", "team:brands.open"]],
  operate: [
    ["/team/maintenance", "team:maintenance.open"],
    ["/team/letters", "teamDesk:letters.open"],
    ["/team/link-requests", "teamDesk:links.open"],
    ["/team/people", "teamDesk:people.open"],
    ["/team/explain", "teamDesk:explain.open"],
    ["/team/audit", "teamDesk:audit.open"],
    ["/team/state", "teamDesk:state.open"],
  ],
};

function RoleLinks({ role }: { role: TeamRole }) {
  const t = useTranslate();
  return (
    <ul className="stack stack-tight">
      {pagesOf[role].map(([path, words]) => (
        <li key={path}>
          <Link to={path}>{t(words)}</Link>
        </li>
      ))}
    </ul>
  );
}
