import type { ReactNode } from "react";
import { Link } from "react-router";
import { ExpiryLine } from "../../form/expiry-notice.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { StaffBar, StaffSessionEnd } from "../../staff/staff-parts.tsx";
import type { SignedInPage } from "./team-view.ts";

/** What surrounds a page of the team: who is logged in, title, way back and the session's end. */
export function TeamFrame({
  page: { who, limit },
  title,
  lead,
  isRefused = false,
  children,
}: {
  page: Pick<SignedInPage, "who" | "limit">;
  title: string;
  lead: ReactNode;
  isRefused?: boolean;
  children: ReactNode;
}) {
  const t = useTranslate();
  return (
    <div className="staff-desk">
      <StaffBar at="team" who={who}>
        <Link to="/team">{t("team:home.open")}</Link>
      </StaffBar>
      <PageOpening title={title} isRefused={isRefused}>
        {lead}
      </PageOpening>
      <StaffSessionEnd limit={limit} />
      {children}
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}
