import type { ReactNode } from "react";
import type { RoadblockFacts } from "../roadblock/roadblock-facts.server.ts";
import { RoadblockPage } from "../roadblock/roadblock-page.tsx";
import type { StaffArea } from "./session-slice.server.ts";
import { StaffSignInScreen } from "./sign-in.screen.tsx";
import type { NoRolePage, RefusedSignIn, SignInPage } from "./sign-in-view.ts";
import { NoRoleScreen } from "./staff-parts.tsx";

type EntryPage = SignInPage | NoRolePage;

/** A page of agents or of the digital team; before it, the login page or the page without a role. */
export function StaffPage<Page extends { kind: string }>({
  at,
  data,
  refused,
  children,
}: {
  at: StaffArea;
  data: RoadblockFacts | { page: EntryPage | Page };
  refused: RefusedSignIn | undefined;
  children: (page: Page) => ReactNode;
}) {
  if ("exits" in data) return <RoadblockPage facts={data} />;
  const { page } = data;
  if (!isEntry(page)) return children(page);
  if (page.kind === "noRole") return <NoRoleScreen at={at} page={page} />;
  return <StaffSignInScreen at={at} page={page} refused={refused} />;
}

function isEntry(page: { kind: string }): page is EntryPage {
  return page.kind === "signIn" || page.kind === "noRole";
}
