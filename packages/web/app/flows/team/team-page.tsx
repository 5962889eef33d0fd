import "../../staff/staff.css";
import "./team.css";
import type { ReactNode } from "react";
import type { RoadblockFacts } from "../../roadblock/roadblock-facts.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import { StaffSignInScreen } from "../../staff/sign-in.screen.tsx";
import type { RefusedSignIn } from "../../staff/sign-in-view.ts";
import { NoRoleScreen } from "../../staff/staff-parts.tsx";
import type { EntryPage } from "./team-view.ts";

/** A page of the team; before it, the login page or the page without a role. */
export function TeamPage<Page extends { kind: string }>({
  data,
  refused,
  children,
}: {
  data: RoadblockFacts | { page: EntryPage | Page };
  refused: RefusedSignIn | undefined;
  children: (page: Page) => ReactNode;
}) {
  if ("exits" in data) return <RoadblockPage facts={data} />;
  const { page } = data;
  if (!isEntry(page)) return children(page);
  if (page.kind === "noRole") return <NoRoleScreen at="team" page={page} />;
  return <StaffSignInScreen at="team" page={page} refused={refused} />;
}

function isEntry(page: { kind: string }): page is EntryPage {
  return page.kind === "signIn" || page.kind === "noRole";
}
