import { pathAfter } from "@vestibule/catalogue/recovery-flow.table.ts";
import { redirect } from "react-router";
import type { PortalVisit } from "../../../visit/visit.ts";

/** A code, or what a right one led to, holds no more: another begins it again, and the page says so. */
export function askAnew({ session }: PortalVisit, email = ""): Response {
  session.recovery = { how: "forgot", id: "", email, said: "ended" };
  return redirect(pathAfter("VERIFY", "codeEnded"), 303);
}
