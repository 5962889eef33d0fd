import { readForm, refuse } from "../../form/form-answer.ts";
import { type FormValues, faultsOf, hasFaults } from "../../form/form-values.ts";
import type { PortalVisit } from "../../visit/visit.ts";
import { findAccount } from "./find-account.server.ts";
import { type HandOff, handOffOf } from "./hand-off.ts";
import { emailRules, loginRules } from "./login-form.rule.ts";
import { endTry } from "./refused-call.server.ts";
import { answerTemporaryPassword } from "./temporary-password.server.ts";

/** A sign-in as far as the portal goes: judged, remembered where asked, found, handed to the gateway. */
export async function answerLogin(visit: PortalVisit, request: Request) {
  const values = await readForm(request);
  // A script says so: it keeps the password and posts it to the gateway itself.
  const byScript = values.handOff === "script";
  const faults = faultsOf(values, byScript ? emailRules : loginRules);
  if (hasFaults(faults)) return refuse({ faults, values });

  const email = values.email ?? "";
  delete visit.session.finishedReset;
  remember(visit, values);
  const found = await findAccount(visit, email);
  if (found.kind !== "found") return endTry(visit, found, values);
  const { account } = found;
  if (account?.status === "T") {
    const { loginPassword: password } = values;
    // The browser kept it: it is asked for the whole form.
    if (password === undefined) return { asks: "password" as const };
    return answerTemporaryPassword(visit, { id: account.id, email, password });
  }
  if (account !== undefined) visit.handOver({ id: account.id, email });
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
