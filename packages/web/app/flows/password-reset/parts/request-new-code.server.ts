import { pathAfter } from "@vestibule/catalogue/recovery-flow.table.ts";
import { redirect } from "react-router";
import type { PortalRequestContext } from "../../../visit/request-context.ts";

/** The code, or the reset that it opened, has expired: start over, with a notice. */
export function requestNewCode({ session }: PortalRequestContext, email = ""): Response {
  session.recovery = { how: "forgot", id: "", email, said: "ended" };
  return redirect(pathAfter("VERIFY", "codeEnded"), 303);
}
