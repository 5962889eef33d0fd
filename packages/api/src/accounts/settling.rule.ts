import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import type { Account } from "./account.store.ts";

/** What of an account has settled by now. */
export interface Settled {
  /** Changes after this time have not settled; an undo or a freeze stops the clock. */
  before: Date;
  /** E-mails and mobile numbers that the account had proven by then. */
  contacts: readonly string[];
}

interface ContactOnFile {
  contact: string | null;
  since: Date | null;
  /** The contact that it replaced. */
  replaced: string | null;
}

const emailOf = (row: PolicyPerson): ContactOnFile => ({
  contact: row.email,
  since: row.emailSince,
  replaced: row.emailBefore,
});
const mobileOf = (row: PolicyPerson): ContactOnFile => ({
  contact: row.cellPhone,
  since: row.cellPhoneSince,
  replaced: row.cellPhoneBefore,
});

const isRecent = ({ since }: ContactOnFile, { before }: Settled) => since !== null && since > before;

/** Whether a contact came on file too recently, and neither the account nor an older row of the person supports it. */
function unsettledIn(rows: readonly PolicyPerson[], settled: Settled) {
  const settledOnFile = rows.flatMap((row) => [emailOf(row), mobileOf(row)]).filter((one) => !isRecent(one, settled));
  const known = new Set([...settled.contacts, ...settledOnFile.map(({ contact }) => contact)]);
  return (one: ContactOnFile): boolean =>
    isRecent(one, settled) && one.contact !== one.replaced && (one.contact === null || !known.has(one.contact));
}

/** The rows with the contacts that have settled: a newer one gives way to the one that it replaced, where known. */
export function withSettledContacts(rows: readonly PolicyPerson[], settled: Settled | undefined): PolicyPerson[] {
  if (settled === undefined) return [...rows];
  const isUnsettled = unsettledIn(rows, settled);
  return rows.map((row) => ({
    ...row,
    ...(row.email !== null && isUnsettled(emailOf(row)) && { email: row.emailBefore, emailAsTyped: row.emailBefore }),
    ...(row.cellPhone !== null && isUnsettled(mobileOf(row)) && { cellPhone: row.cellPhoneBefore }),
  }));
}

function settlesAt(contacts: readonly ContactOnFile[]): Date | undefined {
  const times = contacts.flatMap(({ since }) => since?.getTime() ?? []);
  return times.length === 0 ? undefined : new Date(Math.max(...times) + ttl.settlingHours * 3_600_000);
}

/** When the newest mobile number on file will have settled; undefined where all have. */
export function mobileSettlesAt(rows: readonly PolicyPerson[], settled: Settled): Date | undefined {
  const isUnsettled = unsettledIn(rows, settled);
  return settlesAt(rows.map(mobileOf).filter((one) => one.contact !== null && isUnsettled(one)));
}

/** When the newest contact on file will have settled; undefined where all have. */
export function contactsSettleAt(rows: readonly PolicyPerson[], settled: Settled): Date | undefined {
  return settlesAt(rows.flatMap((row) => [emailOf(row), mobileOf(row)]).filter(unsettledIn(rows, settled)));
}

/** Until when an account is settling: after a change of what signs in, or of a contact on file. */
export function settlingUntil(
  { settlingUntil: own }: Pick<Account, "settlingUntil">,
  contacts: Date | undefined,
): Date | null {
  if (contacts === undefined) return own;
  return own !== null && own > contacts ? own : contacts;
}

function toNotify(contacts: readonly ContactOnFile[], settled: Settled | undefined): string[] {
  const all = contacts.flatMap((one) =>
    settled && isRecent(one, settled) ? [one.contact, one.replaced] : [one.contact],
  );
  return [...new Set(all.filter((contact) => contact !== null))];
}

/** The e-mails on file, and those that a change which has not settled replaced: its notices go to both. */
export const emailsToNotify = (rows: readonly PolicyPerson[], settled: Settled | undefined): string[] =>
  toNotify(rows.map(emailOf), settled);

/** The mobile numbers on file, and those that a change which has not settled replaced. */
export const mobilesToNotify = (rows: readonly PolicyPerson[], settled: Settled | undefined): string[] =>
  toNotify(rows.map(mobileOf), settled);
