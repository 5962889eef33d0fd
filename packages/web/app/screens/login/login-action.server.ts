import { leaveFor } from "../../answer/account-api.server.ts";
import { readForm, refuse } from "../../form/form-answer.ts";
import { type FormValues, faultsOf, hasFaults } from "../../form/form-values.ts";
import { againAt } from "../../visit/again-at.server.ts";
import type { PortalVisit } from "../../visit/visit.ts";
import { findAccount } from "./find-account.server.ts";
import { type HandOff, handOffOf } from "./hand-off.ts";
import { emailRules, loginRules } from "./login-form.rule.ts";

/** A sign-in as far as the portal goes: judged, remembered where asked, found, handed to the gateway. */
export async function answerLogin(visit: PortalVisit, request: Request) {
  const values = await readForm(request);
  // A script says so: it keeps the password and posts it to the gateway itself.
  const byScript = values.handOff === "script";
  const faults = faultsOf(values, byScript ? emailRules : loginRules);
  if (hasFaults(faults)) return refuse({ faults, values });

  const email = values.email ?? "";
  remember(visit, values);
  const found = await findAccount(visit, email);
  if (found.kind === "wait") return refuse({ values, alert: againAt(visit, found.seconds) });
  if (found.kind !== "found") return leaveFor(visit, found);
  if (found.account !== undefined) visit.handOver({ id: found.account.id, email });
  const handOff: HandOff = handOffOf(visit, email);
  if (byScript) return { handOff };
  visit.withoutScripts = true;
  return { handOff: { ...handOff, password: values.loginPassword ?? "" } };
}

/** Ticked: the address stays on this browser for six months. Not ticked: what was kept goes. */
function remember(visit: PortalVisit, { email, rememberMe }: FormValues): void {
  if (rememberMe === "yes") visit.rememberEmail(email);
  else if (visit.rememberedEmail !== undefined) visit.rememberEmail(undefined);
}
