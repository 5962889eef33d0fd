import { isRecoveryCode } from "@vestibule/contract/fields/recovery-code.rule.ts";
import { isSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { hasAuthenticator } from "./authenticator.store.ts";
import { consumeRecoveryCode, countRecoveryCodes, findRecoveryCode } from "./recovery-code.store.ts";
import type { SecondFactorMethod } from "./second-factor-method.port.ts";
import { consumeAuthenticatorCode } from "./verify-second-factor.ts";

/** A code of an authenticator app that the person has set up. */
export const authenticatorMethod: SecondFactorMethod = {
  list: async (_deps, database, { account }) =>
    (await hasAuthenticator(database, account.id)) ? [{ id: "authenticator", method: "authenticator" }] : [],
  isWellFormed: isSecurityCode,
  check: async (deps, { account, typed }) => {
    const code = normaliseCode(typed);
    return async (transaction) =>
      (await consumeAuthenticatorCode(deps, transaction, { accountId: account.id, code })).kind === "accepted";
  },
};

/** A recovery code of the newest set that has unused ones. */
export const recoveryCodeMethod: SecondFactorMethod = {
  list: async (_deps, database, { account }) =>
    ((await countRecoveryCodes(database, account.id))?.left ?? 0) > 0
      ? [{ id: "recoveryCode", method: "recoveryCode" }]
      : [],
  isWellFormed: isRecoveryCode,
  check: async (deps, { account, typed, clientIp }) => {
    const id = await findRecoveryCode(deps, { accountId: account.id, typed, clientIp });
    return async (transaction) => id !== undefined && consumeRecoveryCode(transaction, id);
  },
};
