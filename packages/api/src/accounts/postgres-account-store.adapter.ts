import { runWrites } from "../platform/conditional-write.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";
import type { Random } from "../platform/random.port.ts";
import {
  accountCreation,
  addPoliciesOf,
  changeStatus,
  findAccountByEmail,
  findAccountById,
  findAccountByPerson,
  findDecoyPasswordHash,
  lockAccountCreation,
  lockAccountForUpdate,
  policiesOfAccount,
  recordSignInOf,
  rolesOfAccount,
  setEmail,
  setPassword,
} from "./account.store.ts";
import type { AccountStore } from "./account-store.port.ts";
import { endSessionsOfAccount } from "./gateway-session.store.ts";
import { addToPasswordHistory, readPasswordHistory, updatePasswordHistory } from "./password-history.store.ts";
import { revokeTickets, ticketHashes, ticketInsertion } from "./sign-in-ticket.store.ts";

/** Account store in the portal's own PostgreSQL. */
export function postgresAccountStore({ keys, random }: { keys: Keys; random: Random }): AccountStore {
  const issuingTicket: AccountStore["issuingTicket"] = ({ accountId }) => {
    const ticket = random.token(32);
    const [tokenHash = ""] = ticketHashes(keys, ticket);
    return { ticket, write: ticketInsertion({ tokenHash, accountId }) };
  };

  return {
    findByEmail: findAccountByEmail,
    findByPerson: findAccountByPerson,
    findById: findAccountById,
    lockForUpdate: lockAccountForUpdate,
    decoyPasswordHash: findDecoyPasswordHash,
    lockCreation: lockAccountCreation,
    creating: accountCreation,
    create: async (transaction, account) => {
      const { accountId, writes } = accountCreation(account);
      if (await runWrites(transaction, writes)) return { kind: "created", accountId };
      const existing = await findAccountByPerson(transaction, account);
      return existing ? { kind: "personHasAccount", account: existing } : { kind: "emailTaken" };
    },
    addPolicies: addPoliciesOf,
    policiesOf: policiesOfAccount,
    rolesOf: rolesOfAccount,
    passwordHistory: readPasswordHistory,
    recordSignIn: async (transaction, record) => {
      const recorded = await recordSignInOf(transaction, record);
      if (recorded === undefined) return { kind: "changed" };
      const { accountId, verifiedHash: staleHash, upgradedHash } = record;
      if (upgradedHash !== undefined) await updatePasswordHistory(transaction, { accountId, staleHash, upgradedHash });
      return { kind: "recorded", ...recorded };
    },
    lockPassword: (transaction, accountId) => changeStatus(transaction, { accountId, from: "A", to: "L" }),
    unlockPassword: (transaction, accountId) => changeStatus(transaction, { accountId, from: "L", to: "A" }),
    changePassword: async (transaction, change) => {
      await setPassword(transaction, change);
      await addToPasswordHistory(transaction, change);
      await endSessionsOfAccount(transaction, change.accountId, change.keptSession);
      await revokeTickets(transaction, change.accountId);
    },
    changeEmail: async (transaction, change) =>
      (await setEmail(transaction, change)) ? { kind: "changed" } : { kind: "emailTaken" },
    issuingTicket,
    issueTicket: async (transaction, order) => {
      const { ticket, write } = issuingTicket(order);
      await runWrites(transaction, { others: [write] });
      return ticket;
    },
  };
}
