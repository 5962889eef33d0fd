import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import { sql } from "kysely";
import type { Db, DbOrTrx } from "../platform/database.table.ts";
import type { Receipt } from "./provider-api.port.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The one receipt that replaces an earlier one: a text message may arrive after all, and email may come back after a
 * server accepted it. A call ends once.
 */
const replacements: Readonly<Partial<Record<Channel, { earlier: Receipt["kind"]; by: Receipt["kind"] }>>> = {
  SMS: { earlier: "undelivered", by: "delivered" },
  EMAIL: { earlier: "delivered", by: "undelivered" },
};

/**
 * Stores the receipt of a message, by the provider's id or its own. Returns the message; undefined where it is unknown
 * or has a receipt that this one does not replace.
 */
export async function addReceipt(transaction: DbOrTrx, channel: Channel, { id, ...receipt }: Receipt) {
  const { earlier, by } = replacements[channel] ?? {};
  return transaction
    .updateTable("notification")
    .set({
      receipt: receipt.kind,
      undelivered_reason: receipt.kind === "undelivered" ? receipt.reason : null,
    })
    .where(({ eb, or }) => or([eb("provider_message_id", "=", id), ...(uuid.test(id) ? [eb("id", "=", id)] : [])]))
    .where("channel", "=", channel)
    .where(({ eb, or }) =>
      or([eb("receipt", "is", null), ...(earlier && receipt.kind === by ? [eb("receipt", "=", earlier)] : [])]),
    )
    .returning(["kind as notification", "channel", "brand as brandId", "journey_id as journeyId"])
    .executeTakeFirst();
}

const providerId = /^[\w.:@+-]{1,128}$/;

/** Keeps a receipt whose message is not recorded, for that moment; one of another system expires. */
export async function keepEarlyReceipt(database: DbOrTrx, channel: Channel, { id, ...receipt }: Receipt) {
  if (!providerId.test(id)) return;
  await database
    .insertInto("early_receipt")
    .values({ channel, id, kind: receipt.kind, reason: receipt.kind === "undelivered" ? receipt.reason : null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the receipts that came before their message, oldest first, once the message is recorded. */
export async function takeEarlyReceipts(
  database: DbOrTrx,
  { channel, id }: { channel: Channel; id: string },
): Promise<Receipt[]> {
  const taken = await database
    .deleteFrom("early_receipt")
    .where("channel", "=", channel)
    .where("id", "=", id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("notification").select("id").where("provider_message_id", "=", id)),
    )
    .returning(["kind", "reason", "received_at as at"])
    .execute();
  return taken
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ kind, reason }) => (kind === "delivered" ? { id, kind } : { id, kind, reason: reason ?? "other" }));
}

const unknownRecipientHours = 24;

/** The reason that a provider reported within a day because the number or address does not exist; else undefined. */
export async function findUnknownRecipient(
  database: Db,
  recipient: string,
): Promise<"unknownNumber" | "unknownEmail" | undefined> {
  const { rows } = await sql<{ reason: "unknownNumber" | "unknownEmail" }>`
    select undelivered_reason as reason from notification where recipient = ${recipient} and receipt = 'undelivered'
      and undelivered_reason in ('unknownNumber', 'unknownEmail')
      and queued_at > app_now() - make_interval(hours => ${unknownRecipientHours})
    limit 1`.execute(database);
  return rows[0]?.reason;
}
