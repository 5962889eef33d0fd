import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { AccountInfoResponse } from "@vestibule/contract/v2/registration.schema.ts";
import { rolesOfAccount } from "../../../accounts/account-policy.store.ts";
import { issueTicketForNewAccount } from "../../../accounts/sign-in-ticket.store.ts";
import type { CallHandler, Transition } from "../registration-call.port.ts";
import { accept } from "../transition.rule.ts";

/** Returns first name, username and roles of the account, or of the one about to be created. */
export const readAccountInfo: CallHandler = async ({ deps, attempt, person, policies, account }) => {
  if (account) {
    const role = await rolesOfAccount(deps.database, account.id);
    return accept(accountInfo(account.firstName, account.emailAsTyped, role));
  }
  const { username } = attempt.state;
  if (person === undefined || username === undefined) throw new Error("account information before a username");
  const role = policies.map((policy) => policy.role);
  return accept(accountInfo(person.firstName, username.emailAsTyped, role));
};

/** Issues a new ticket while the attempt is open, so that reloading the confirmation still signs in. */
export const renewTicket: CallHandler = async ({ deps, account }) => {
  if (account === undefined) throw new Error("a ticket without an account");
  return async (transaction) => {
    const ticket = await issueTicketForNewAccount(deps, transaction, account.id);
    if (ticket === undefined) return ended;
    return accept({ ticket }, { events: [{ event: "ticket.issued", result: "ok", accountId: account.id }] });
  };
};

/** A new password or a sign-out ends the completed registration: the next person at the browser gets no ticket. */
const ended: Transition = { result: { kind: "notFound" }, endReason: "created" };

function accountInfo(firstName: string, username: string, role: readonly RoleCode[]): AccountInfoResponse {
  return { firstName, username, role: [...new Set(role)].sort() };
}
