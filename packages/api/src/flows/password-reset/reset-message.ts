import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { deviceFacts } from "../../accounts/device.rule.ts";
import { trustedDeviceOf } from "../../accounts/known-browser.store.ts";
import { recoveriesWithMessage, saveResetToken } from "../../accounts/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import { issueLink, revokeLinksOf } from "../../links/link.store.ts";
import { homeProvince } from "../../links/link-owner.rule.ts";
import { linkUrl } from "../../links/link-url.rule.ts";
import { countAccountMail } from "../../links/send-link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { identityParts } from "../../verification/lockout.rule.ts";
import { issueCode, revokeCodes } from "../../verification/one-time-code.store.ts";
import { globalSendWindow } from "../../verification/send-code.ts";
import type { RecoveryOwner } from "./recovery.ts";

export interface ResetMessage {
  requestContext: RequestContext;
  recoveryId: string;
  owner: RecoveryOwner;
  /** Keyed hashes of the requested e-mail under every key in use. */
  emailKeys: readonly string[];
  /** Normalised; undefined when not known. */
  recipient: string | undefined;
}

/**
 * Sends a new code and link in the request's language and revokes those of earlier resets of this e-mail; beyond the
 * e-mail's limit it does neither. An unknown e-mail gets its own message and takes the same work.
 */
export async function sendResetMessage(
  deps: IdentityProofDeps,
  transaction: Trx,
  message: ResetMessage,
): Promise<"sent" | "suppressed"> {
  const { requestContext, recoveryId, emailKeys, recipient } = message;
  if (!(await hasRoom(deps, transaction, message))) return "suppressed";
  const brandId = requestContext.brand.id;
  for (const other of await recoveriesWithMessage(transaction, { id: recoveryId, brandId, emailKeys })) {
    await revokeCodes(transaction, other);
    await revokeLinksOf(transaction, { recovery_id: other });
  }
  await revokeLinksOf(transaction, { recovery_id: recoveryId });
  await saveResetToken(transaction, { id: recoveryId, tokenHash: null });
  const { codeId, linkId, ...secrets } = await makeSecrets(deps, transaction, message);
  if (recipient === undefined) return "sent";
  const common = {
    origin: requestContext.origin,
    province: homeProvince(message.owner, requestContext),
    clockProvince: requestContext.province,
    ...deviceFacts(requestContext.device),
  };
  const content =
    message.owner.account === undefined
      ? ({ notification: "noAccount", facts: common } as const)
      : ({ notification: "passwordReset", codeId, linkId, facts: { ...secrets, ...common } } as const);
  await deps.notifier.notify(transaction, {
    ...content,
    brandId,
    language: requestContext.language,
    channel: "EMAIL",
    recipient,
    journeyId: recoveryId,
  });
  return "sent";
}

/** A trusted device of the account has its own limit; messages to unknown e-mails count on a separate global limit. */
async function hasRoom(deps: IdentityProofDeps, transaction: Trx, message: ResetMessage): Promise<boolean> {
  const { account } = message.owner;
  const devices = message.requestContext.trustedDevices;
  const device = await trustedDeviceOf(deps, transaction, { accountId: account?.id, devices });
  if (device !== undefined) {
    const deviceCount = await deps.limits.consume(transaction, [
      { limit: "recoveryMailDevice", subject: device },
      { limit: "sendTrustedGlobal", subject: "all" },
    ]);
    if (deviceCount.kind === "allowed") return true;
  }
  const email = message.recipient ?? deps.random.token(16);
  const sharedWindow =
    account === undefined ? ({ limit: "sendUnknownGlobal", subject: "all" } as const) : globalSendWindow;
  return countAccountMail(deps.limits, transaction, { email, others: [sharedWindow] });
}

async function makeSecrets(deps: IdentityProofDeps, transaction: Trx, message: ResetMessage) {
  const { requestContext, recoveryId, owner, recipient } = message;
  const { brand, origin, language, province } = requestContext;
  const {
    id: codeId,
    code,
    endsAt,
  } = await issueCode(deps, transaction, {
    purpose: "reset",
    brandId: brand.id,
    sessionId: recoveryId,
    identityKey: keyedHash(deps.keys.lookupHash, identityParts(owner.identity)),
    channel: "EMAIL",
  });
  const { account, rows, accountFingerprint } = owner;
  const { id: linkId, token } = await issueLink(deps, transaction, {
    brandId: brand.id,
    action: "RESETPWD_LOGIN",
    ...(account && { personKey: account.personKey, accountId: account.id }),
    recoveryId,
    ...(recipient !== undefined && {
      recipient: { email: recipient, emailAsTyped: owner.contact?.emailAsTyped ?? recipient },
    }),
    ubi: rows.some(({ ubi }) => ubi),
    language,
    province,
    accountFingerprint,
    lifetimeMinutes: ttl.resetLinkMinutes,
  });
  return {
    codeId,
    linkId,
    code,
    link: linkUrl({ origin, query: { token }, language, province }),
    codeEndsAt: endsAt.toISOString(),
  };
}
