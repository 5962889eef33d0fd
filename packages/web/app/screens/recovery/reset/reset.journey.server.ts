import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { outcomeOf } from "../../../answer/response-outcome.rule.ts";
import { drawAgain, readForm } from "../../../form/form-answer.ts";
import { type FormValues, faultsOf, hasFaults } from "../../../form/form-values.ts";
import { identityFactBody } from "../../../form/identity-fact.rule.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { textsFor } from "../../../visit/page-texts.server.ts";
import { type PortalVisit, visitContext } from "../../../visit/visit.ts";
import { leaveOrWait, recoveryApi } from "../parts/recovery-call.server.ts";
import { forgotPath, verifyPath } from "../parts/recovery-path.table.ts";
import type { RecoveryRefusal } from "../parts/recovery-refusal.ts";
import { toLogin } from "../parts/to-login.server.ts";
import { refusedFields } from "./refused-password.rule.ts";
import { resetRules } from "./reset.rule.ts";
import type { ResetData } from "./reset.screen.tsx";
import { groundOf, type ResetGround } from "./reset-ground.server.ts";

/** Opens to somebody who has shown in this browser that they may choose a new password. */
export function loader({ context, url }: LoaderFunctionArgs): ResetData & { texts: object } {
  const visit = context.get(visitContext);
  const ground = groundOf(visit.session);
  if (ground === undefined) throw visit.session.recovery === undefined ? toLogin(url) : redirect(verifyPath, 303);
  return { ...dataOf(visit, ground), texts: textsFor(visit, ["recovery"]) };
}

function dataOf({ brand }: PortalVisit, { kind, email, maskedEmail, fact }: ResetGround): ResetData {
  return { kind, email, maskedEmail, fact: fact ?? null, policy: brand.passwordPolicy };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const visit = context.get(visitContext);
  const values = await readForm(request);
  const ground = groundOf(visit.session);
  if (ground === undefined) return toLogin(url);
  const facts = dataOf(visit, ground);
  const faults = faultsOf(values, resetRules(facts));
  if (hasFaults(faults)) return drawAgain<RecoveryRefusal>({ faults, values });

  const { password = "" } = values;
  const { client, caller } = recoveryApi(visit);
  const fact = ground.fact === undefined ? {} : identityFactBody(ground.fact, values);
  const reply = await client.password(caller, ground.id, { password, token: ground.token, ...fact });
  if (reply.kind === "ok") return finish(visit, reply.data.email);
  const outcome = outcomeOf(reply);
  if (outcome.kind !== "passes") return leaveOrWait(visit, outcome, values);
  const { error } = outcome.refusal;
  if (error.errorCode === accountErrors.tooManyIdentityFacts.errorCode) return tooManyFacts(visit, values);
  const refused = refusedFields(error, { ...facts, password });
  return refused === undefined ? end(visit, ground) : drawAgain<RecoveryRefusal>({ faults: refused, values });
}

function tooManyFacts(visit: PortalVisit, values: FormValues) {
  delete visit.session.link;
  return leaveOrWait(visit, { kind: "roadblock", roadblock: "login-difficulties" }, values);
}

/** What led here is spent; the login page takes over. */
function finish(visit: PortalVisit, email: string): Response {
  delete visit.session.recovery;
  delete visit.session.link;
  visit.session.loginEmail = email;
  visit.session.notice = "passwordChanged";
  return redirect("/", 303);
}

/** The code, the password or the link serves no more: each begins again at its own place. */
function end(visit: PortalVisit, ground: ResetGround): Response {
  const { session } = visit;
  switch (ground.kind) {
    case "link":
      delete session.link;
      session.expiredLink = { token: ground.token };
      return raiseRoadblock(visit, "token-expired");
    case "temporary":
      delete session.recovery;
      session.notice = "temporaryEnded";
      return redirect("/", 303);
    case "code":
      session.recovery = { how: "forgot", id: "", email: ground.email ?? "", said: "ended" };
      return redirect(forgotPath, 303);
  }
}
