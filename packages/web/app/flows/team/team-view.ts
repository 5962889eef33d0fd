import type { TeamRole } from "@vestibule/catalogue/team.table.ts";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import type { NoRolePage, SignInPage } from "../../staff/sign-in-view.ts";

/** What every page of a signed-in member of the team shows. */
interface SignedInPage {
  who: string;
  roles: readonly TeamRole[];
  limit: SessionLimit;
}

/** What the team's page shows. */
export type TeamPage = SignInPage | NoRolePage | ({ kind: "home" } & SignedInPage);
