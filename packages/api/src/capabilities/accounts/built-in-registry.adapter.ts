import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import type { Keys } from "../../platform/keys.port.ts";
import type { Random } from "../../platform/random.port.ts";
import {
  addPoliciesOf,
  changeStatus,
  createAccount,
  findAccountByEmail,
  findAccountById,
  findAccountByPerson,
  findPasswordHashNear,
  holdAccount,
  recordSignInOf,
  rolesOfAccount,
  setEmail,
  setPassword,
} from "./account.store.ts";
import { endSessionsOfAccount } from "./gateway-session.store.ts";
import { refreshRememberedPassword, rememberedPasswords, rememberPassword } from "./password-history.store.ts";
import { keepTicket, revokeTickets, spendTicket } from "./sign-in-ticket.store.ts";
import type { UserRegistry } from "./user-registry.port.ts";

const ticketPurpose = "sign-in-ticket";

/** Accounts and passwords in the portal's own PostgreSQL. */
export function builtInRegistry({ keys, random }: { keys: Keys; random: Random }): UserRegistry {
  return {
    findByEmail: findAccountByEmail,
    findByPerson: findAccountByPerson,
    findById: findAccountById,
    hold: holdAccount,
    passwordHashNear: findPasswordHashNear,
    create: async (transaction, account) => {
      const result = await createAccount(transaction, account);
      if (result.kind === "created")
        await rememberPassword(transaction, { accountId: result.accountId, passwordHash: account.passwordHash });
      return result;
    },
    addPolicies: addPoliciesOf,
    rolesOf: rolesOfAccount,
    passwordsBefore: rememberedPasswords,
    recordSignIn: async (transaction, record) => {
      const recorded = await recordSignInOf(transaction, record);
      if (recorded === undefined) return { kind: "changed" };
      const { accountId, verifiedHash: staleHash, freshHash } = record;
      if (freshHash !== undefined) await refreshRememberedPassword(transaction, { accountId, staleHash, freshHash });
      return { kind: "recorded", ...recorded };
    },
    lockPassword: (transaction, accountId) => changeStatus(transaction, { accountId, from: "A", to: "L" }),
    unlockPassword: (transaction, accountId) => changeStatus(transaction, { accountId, from: "L", to: "A" }),
    changePassword: async (transaction, change) => {
      await setPassword(transaction, change);
      await rememberPassword(transaction, change);
      await endSessionsOfAccount(transaction, change.accountId);
      await revokeTickets(transaction, change.accountId);
    },
    changeEmail: async (transaction, change) =>
      (await setEmail(transaction, change)) ? { kind: "changed" } : { kind: "emailTaken" },
    issueTicket: async (transaction, { accountId, sessionId = null }) => {
      const ticket = random.token(32);
      await keepTicket(transaction, {
        tokenHash: keyedHash(keys.secretHash, [ticketPurpose, ticket]),
        accountId,
        sessionId,
      });
      return ticket;
    },
    redeemTicket: (transaction, ticket) =>
      spendTicket(transaction, keyedHashes(keys.secretHash, [ticketPurpose, ticket])),
  };
}
