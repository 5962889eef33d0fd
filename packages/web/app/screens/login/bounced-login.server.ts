import { createAccountClient } from "@vestibule/contract/v1/account.client.ts";
import { accountApi } from "../../answer/account-api.server.ts";
import { outcomeOf } from "../../answer/response-outcome.rule.ts";
import type { PortalVisit } from "../../visit/visit.ts";

/** Somebody came back from the gateway without being let in: their e-mail is filled in where they go on. */
export async function fillInBounced(visit: PortalVisit): Promise<void> {
  const login = await visit.takeHandedOver();
  if (login !== undefined) visit.session.loginEmail = login.email;
}

/** Who is in, or out again, leaves no e-mail behind for the next person at this browser. */
export async function forgetLogin(visit: PortalVisit): Promise<void> {
  await visit.takeHandedOver();
  delete visit.session.loginEmail;
  delete visit.session.triedLogin;
  delete visit.session.finishedReset;
}

/**
 * A login came back refused. The API hears of it once, counts where the gateway does not, and says when it is enough:
 * then this is the roadblock to raise. Undefined: the person may just try again.
 */
export async function hearRefusal(visit: PortalVisit) {
  const login = await visit.takeHandedOver();
  if (login === undefined) return undefined;
  const { settings, caller } = accountApi(visit);
  const reply = await createAccountClient(settings).bounce(caller, login.id, { email: login.email });
  // Told before: this return is not the login's own.
  if (reply.kind === "error" && reply.status === 404) return undefined;
  visit.session.loginEmail = login.email;
  const outcome = reply.kind === "error" && reply.error.roadblock !== undefined ? outcomeOf(reply) : undefined;
  return outcome?.kind === "roadblock" ? outcome : undefined;
}
