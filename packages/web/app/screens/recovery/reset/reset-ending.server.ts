import { pathAfter } from "@vestibule/catalogue/recovery-flow.table.ts";
import { redirect } from "react-router";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import { askAnew } from "../parts/ask-anew.server.ts";
import type { ResetGround } from "./reset-ground.server.ts";

/** What led here is spent; the login page takes over. */
export function finishReset({ session }: PortalVisit, email: string): Response {
  delete session.recovery;
  delete session.link;
  session.loginEmail = email;
  session.notice = "passwordChanged";
  return redirect(pathAfter("RESET", "passwordSaved"), 303);
}

/** The code, the temporary password or the link serves no more: each begins again at its own place. */
export function endGround(visit: PortalVisit, ground: ResetGround): Response {
  const { session } = visit;
  switch (ground.kind) {
    case "link":
      delete session.link;
      session.expiredLink = { token: ground.token };
      return raiseRoadblock(visit, "token-expired");
    case "temporary":
      delete session.recovery;
      session.notice = "temporaryEnded";
      return redirect(pathAfter("RESET", "temporaryPasswordEnded"), 303);
    case "code":
      return askAnew(visit, ground.email);
  }
}
