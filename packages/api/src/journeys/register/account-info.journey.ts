import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { AccountInfoAnswer } from "@vestibule/contract/v2/registration.schema.ts";
import { accept, atOnce } from "./move.rule.ts";
import type { CallHandler } from "./registration-call.port.ts";

/** First name, username and roles: of the account, or of the one about to be made. */
export const readAccountInfo: CallHandler = async ({ parts, visit, session, person, account }) => {
  if (account) {
    const role = await parts.users.rolesOf(parts.database, account.id);
    return atOnce(accept(info(account.firstName, account.emailTyped, role)));
  }
  const { username } = session.state;
  if (person === undefined || username === undefined) throw new Error("account information before a username");
  const query = { companies: visit.brand.companies, personKey: person.personKey };
  const policies = await parts.directory.findByPerson(query);
  const role = policies.map((policy) => policy.role);
  return atOnce(accept(info(person.firstName, username.emailTyped, role)));
};

/** A new ticket, made while the session lives, so that a reload of the confirmation still signs in. */
export const issueTicket: CallHandler = async ({ parts, session, account }) => {
  if (account === undefined) throw new Error("a ticket without an account");
  return async (transaction) => {
    const ticket = await parts.users.issueTicket(transaction, { accountId: account.id, sessionId: session.id });
    return accept({ ticket }, { events: [{ event: "ticket.issued", result: "ok", accountId: account.id }] });
  };
};

function info(firstName: string, username: string, role: readonly RoleCode[]): AccountInfoAnswer {
  return { firstName, username, role: [...new Set(role)].sort() };
}
