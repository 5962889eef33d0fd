import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { homeProvince } from "../../capabilities/links/home-province.rule.ts";
import { issueLink, supersedeRecoveryLinks } from "../../capabilities/links/link.store.ts";
import { linkAddress } from "../../capabilities/links/link-address.rule.ts";
import { countAccountMail } from "../../capabilities/links/link-mail.rule.ts";
import { everyMessage } from "../../capabilities/one-time-codes/code-sending.rule.ts";
import { issueCode, voidCodes } from "../../capabilities/one-time-codes/one-time-code.store.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { dropProof, recoveriesWithMessage } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import type { RecoveryOwner } from "./recovery-owner.journey.ts";

export interface ResetMessage {
  visit: Visit;
  recoveryId: string;
  owner: RecoveryOwner;
  /** The address asked for, under every key in use. */
  emailKeys: readonly string[];
  /** Normalised; undefined where nobody knows one. */
  recipient: string | undefined;
}

/**
 * One message with a code and a link, both new; those before, of any reset of this address, are worth nothing then.
 * An address without an account gets a message of its own, and a code and a link that nobody ever sees: the same
 * work. Beyond what one address may receive nothing is made, so that a flood voids nothing either. The limit's row
 * makes resets of one address wait for one another. In the language of the visit: it is what the person reads now.
 */
export async function sendResetMessage(
  parts: ProvingParts,
  transaction: Trx,
  message: ResetMessage,
): Promise<"sent" | "suppressed"> {
  const { visit, recoveryId, emailKeys, recipient } = message;
  if (!(await hasRoom(parts, transaction, message))) return "suppressed";
  const brandId = visit.brand.id;
  for (const other of await recoveriesWithMessage(transaction, { id: recoveryId, brandId, emailKeys })) {
    await voidCodes(transaction, other);
    await supersedeRecoveryLinks(transaction, { recoveryId: other });
  }
  await supersedeRecoveryLinks(transaction, { recoveryId });
  await dropProof(transaction, recoveryId);
  const { codeId, linkId, ...secrets } = await makeSecrets(parts, transaction, message);
  if (recipient === undefined) return "sent";
  const common = {
    origin: visit.origin,
    province: homeProvince(message.owner, visit),
    clockProvince: visit.province,
  };
  const content =
    message.owner.account === undefined
      ? ({ notification: "noAccount", facts: common } as const)
      : ({ notification: "passwordReset", codeId, linkId, facts: { ...secrets, ...common } } as const);
  await parts.notifier.notify(transaction, {
    ...content,
    brandId,
    language: visit.language,
    channel: "EMAIL",
    recipient,
    journeyId: recoveryId,
  });
  return "sent";
}

/** A trusted device of the account has a share of its own; messages to addresses without an account use up no others. */
async function hasRoom(parts: ProvingParts, transaction: Trx, message: ResetMessage): Promise<boolean> {
  const { account } = message.owner;
  const device = account && message.visit.trustedDevices?.get(account.id);
  if (device !== undefined) {
    const own = await parts.limits.takeTogether(transaction, [
      { limit: "recoveryMailDevice", subject: device },
      { limit: "sendTrustedGlobal", subject: "all" },
    ]);
    if (own.kind === "taken") return true;
  }
  const email = message.recipient ?? parts.random.token(16);
  const everybody = account === undefined ? ({ limit: "sendUnknownGlobal", subject: "all" } as const) : everyMessage;
  return countAccountMail(parts.limits, transaction, { email, others: [everybody] });
}

async function makeSecrets(parts: ProvingParts, transaction: Trx, message: ResetMessage) {
  const { visit, recoveryId, owner, recipient } = message;
  const { brand, origin, language, province } = visit;
  const {
    id: codeId,
    code,
    endsAt,
  } = await issueCode(parts, transaction, {
    purpose: "reset",
    brandId: brand.id,
    sessionId: recoveryId,
    identityKey: keyedHash(parts.keys.lookupHash, ["identity", owner.identity]),
    channel: "EMAIL",
  });
  const { account, rows, boundTo } = owner;
  const { id: linkId, token } = await issueLink(parts, transaction, {
    brandId: brand.id,
    action: "RESETPWD_LOGIN",
    ...(account && { personKey: account.personKey, accountId: account.id }),
    recoveryId,
    ...(recipient !== undefined && { recipient: { email: recipient, typed: account?.emailTyped ?? recipient } }),
    ubi: rows.some(({ ubi }) => ubi),
    language,
    province,
    boundTo,
    lifetimeMinutes: lifetimes.resetLinkMinutes,
  });
  return {
    codeId,
    linkId,
    code,
    link: linkAddress({ origin, token, language, province }),
    codeEndsAt: endsAt.toISOString(),
  };
}
