import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { type SecondFactorId, secondFactorIds, secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Account } from "../accounts/account.store.ts";
import { emailsToNotify, mobileSettlesAt, withSettledContacts } from "../accounts/settling.rule.ts";
import { findSettled } from "../accounts/settling.store.ts";
import { wasResetByEmail } from "../accounts/sign-in.store.ts";
import { unlessUnavailable } from "../directory/circuit-breaker.adapter.ts";
import { directoryOfAccount } from "../directory/directory-of-account.adapter.ts";
import { findRowsOfAccount } from "../identity/find-rows.ts";
import type { LimitWindow } from "../limits/limit.port.ts";
import { readQueueLoads } from "../messages/notification.store.ts";
import { type ListedPasskey, listPasskeys } from "../passkeys/passkey.store.ts";
import { listHeldMethods } from "./held-second-factor.store.ts";
import { secondFactorSubject } from "./limit-subject.rule.ts";
import type { OwnMethod, SecondFactorDeps } from "./second-factor-method.port.ts";
import { secondFactorMethods } from "./second-factor-methods.ts";

/** `fullUntil`: no more codes are sent until then. `isLate`: messages of its channel are waiting to be sent. */
export interface OfferedMethod extends OwnMethod {
  fullUntil?: Date;
  isLate: boolean;
}

/**
 * `newMobileFrom`: when codes can be sent to a mobile number that came on file too recently. `needsNewPassword`: what
 * would be offered is held until one. `emailsOnFile`: hear of what was done with a method.
 */
export interface OfferedMethods {
  methods: OfferedMethod[];
  emailsOnFile: string[];
  newMobileFrom?: Date;
  needsNewPassword?: true;
}

/** `isHeld`: off since the owner refused a code that came by it. */
type MethodInForce = OfferedMethod & { isHeld: boolean };

/** Windows of the codes that are sent to one account by a method; that of the day is the last. */
export function sendWindows(method: SecondFactorId, account: Account): LimitWindow[] {
  return secondFactors[method].sendLimits.map((limit) => ({ limit, subject: secondFactorSubject(account) }));
}

interface MethodOwner {
  brand: Brand;
  account: Account;
}

/**
 * Lists the ways in which this account may give the second proof now, in the order in which they are offered: the one
 * that the person chose, the others by the table, and last those that send no code now or a late one. An e-mail is a
 * last resort unless the brand allows it. After a reset by e-mail it is not offered where the account has another
 * method; a passkey is offered where it is the only other one. A held method is not offered. The e-mail takes the place
 * neither of a held method nor of one whose codes of the day are used up: who had them sent may read the mailbox.
 */
export async function listMethods(deps: SecondFactorDeps, owner: MethodOwner): Promise<OfferedMethods> {
  const { brand, account } = owner;
  const { methods: inForce, ...more } = await listInForce(deps, owner);
  const isResetByEmail = inForce.some(isBesidesEmail) && (await wasResetByEmail(deps.database, account.id));
  const byCode = inForce.filter(({ method }) => method !== "passkey");
  const others = byCode.filter(({ method }) => method !== "email");
  const passkey = inForce.filter(({ method }) => method === "passkey");
  const accepted = () => {
    if (isResetByEmail) return others.length > 0 ? others : passkey;
    return acceptsEmail(brand, byCode) ? byCode : others;
  };
  const rankOf = ({ id, isLate, fullUntil }: OfferedMethod) => {
    if (isLate || fullUntil) return 2;
    return id === account.secondFactorFirst ? 0 : 1;
  };
  const methods = accepted().filter(({ isHeld }) => !isHeld);
  const needsNewPassword = methods.length === 0 && inForce.some(({ isHeld }) => isHeld);
  return {
    ...more,
    methods: methods.toSorted((one, other) => rankOf(one) - rankOf(other)),
    ...(needsNewPassword && { needsNewPassword }),
  };
}

/** Whether the account has a method for the second proof besides e-mail. One that is held until a new password counts too. */
export async function hasMethodBesidesEmail(deps: SecondFactorDeps, owner: MethodOwner): Promise<boolean> {
  return (await listInForce(deps, owner)).methods.some(isBesidesEmail);
}

const isBesidesEmail = ({ method }: OfferedMethod) => method !== "email";

async function listInForce(
  deps: SecondFactorDeps,
  { brand, account }: MethodOwner,
): Promise<Omit<OfferedMethods, "methods" | "needsNewPassword"> & { methods: MethodInForce[] }> {
  const { database, limits } = deps;
  const { companies, secondFactor } = brand;
  const directory = directoryOfAccount(deps, account.id);
  const rows = await unlessUnavailable(
    findRowsOfAccount({ database, directory }, { companies, accountId: account.id }),
    { throwsTooMany: true },
  );
  const settled = await findSettled(database, account.id);
  const trusted = rows && withSettledContacts(rows, settled);
  const usesTelephone = secondFactor.methods.some((id) => id === "text" || id === "call");
  const newMobileFrom = usesTelephone && rows && settled ? mobileSettlesAt(rows, settled) : undefined;
  const held = await listHeldMethods(database, account.id);
  const lateChannels = (await readQueueLoads(database))
    .filter(({ queue, ageSeconds }) => queue.name.endsWith("-code") && ageSeconds > queue.alarmSeconds)
    .map(({ queue }) => queue.channel);
  const methods: MethodInForce[] = [];
  for (const id of secondFactorIds) {
    if (!secondFactor.methods.includes(id)) continue;
    const { channel } = secondFactors[id];
    const ofDay = sendWindows(id, account).at(-1);
    const day = ofDay && (await limits.peek(database, ofDay));
    for (const own of (await secondFactorMethods[id]?.list(deps, database, { account, rows: trusted })) ?? [])
      methods.push({
        ...own,
        isHeld: held.includes(id),
        ...(day?.kind === "exceeded" && { fullUntil: day.until }),
        isLate: isOneOf(lateChannels, channel),
      });
  }
  if (secondFactor.methods.includes("passkey") && (await listPasskeys(database, account.id)).some(isInForce))
    methods.push({ id: "passkey", method: "passkey", isHeld: false, isLate: false });
  const emailsOnFile = rows ? emailsToNotify(rows, settled) : [];
  return { methods, emailsOnFile, ...(newMobileFrom && { newMobileFrom }) };
}

const isInForce = ({ isBlocked, isOff }: ListedPasskey) => !isBlocked && !isOff;

function acceptsEmail({ secondFactor }: Pick<Brand, "secondFactor">, offered: readonly OfferedMethod[]): boolean {
  if (secondFactor.email !== "lastResort") return secondFactor.email === "allowed";
  // Recovery codes are for who has lost the rest.
  return !offered.some(({ method }) => !["email", "recoveryCode"].includes(method));
}
