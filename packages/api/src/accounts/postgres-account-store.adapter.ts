import type { Keys } from "../platform/keys.port.ts";
import type { Random } from "../platform/random.port.ts";
import {
  addPoliciesOf,
  changeStatus,
  findAccountByEmail,
  findAccountById,
  findAccountByPerson,
  findDecoyPasswordHash,
  insertAccount,
  lockAccountForUpdate,
  recordSignInOf,
  rolesOfAccount,
  setEmail,
  setPassword,
} from "./account.store.ts";
import type { AccountStore } from "./account-store.port.ts";
import { endSessionsOfAccount } from "./gateway-session.store.ts";
import { addToPasswordHistory, readPasswordHistory, updatePasswordHistory } from "./password-history.store.ts";
import { revokeTickets, saveTicket, ticketHashes } from "./sign-in-ticket.store.ts";

/** Account store in the portal's own PostgreSQL. */
export function postgresAccountStore({ keys, random }: { keys: Keys; random: Random }): AccountStore {
  return {
    findByEmail: findAccountByEmail,
    findByPerson: findAccountByPerson,
    findById: findAccountById,
    lockForUpdate: lockAccountForUpdate,
    decoyPasswordHash: findDecoyPasswordHash,
    create: async (transaction, account) => {
      const result = await insertAccount(transaction, account);
      if (result.kind === "created")
        await addToPasswordHistory(transaction, { accountId: result.accountId, passwordHash: account.passwordHash });
      return result;
    },
    addPolicies: addPoliciesOf,
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
      await endSessionsOfAccount(transaction, change.accountId);
      await revokeTickets(transaction, change.accountId);
    },
    changeEmail: async (transaction, change) =>
      (await setEmail(transaction, change)) ? { kind: "changed" } : { kind: "emailTaken" },
    issueTicket: async (transaction, { accountId }) => {
      const ticket = random.token(32);
      const [tokenHash = ""] = ticketHashes(keys, ticket);
      await saveTicket(transaction, { tokenHash, accountId });
      return ticket;
    },
  };
}
