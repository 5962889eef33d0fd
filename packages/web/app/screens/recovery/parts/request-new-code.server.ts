import { pathAfter } from "@vestibule/catalogue/recovery-flow.table.ts";
import { redirect } from "react-router";
import type { PortalRequestContext } from "../../../visit/request-context.ts";

/** A code, or what a right one led to, holds no more: another begins it again, and the page says so. */
export function requestNewCode({ session }: PortalRequestContext, email = ""): Response {
  session.recovery = { how: "forgot", id: "", email, said: "ended" };
  return redirect(pathAfter("VERIFY", "codeEnded"), 303);
}
