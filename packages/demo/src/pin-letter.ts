import { bookDirectory } from "@vestibule/api/directory/policy-directory.store.ts";
import {
  acknowledgeLetterRequest,
  openLetterRequests,
} from "@vestibule/api/flows/request-letter/letter-request.store.ts";
import type { Notifier } from "@vestibule/api/messages/notifier.port.ts";
import type { Trx } from "@vestibule/api/platform/database.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { BookRow } from "@vestibule/vestibule/book/book-row.rule.ts";
import type { DemoDeps } from "./demo-deps.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";

export interface PinLetter {
  brand: Brand;
  row: BookRow;
  origin: string;
}

/** Adds the letter with a person's PIN to the outbox. */
export function sendPinLetter(
  notifier: Notifier,
  transaction: Trx,
  { brand, row, origin }: PinLetter,
): Promise<unknown> {
  return notifier.notify(transaction, {
    notification: "pinIssued",
    channel: "LETTER",
    brandId: brand.id,
    language: row.language ?? brand.provinces[row.province]?.languages[0] ?? brand.defaults.language,
    recipient: `${row.firstName} ${row.lastName}`,
    facts: { code: row.pin ?? "", firstName: row.firstName, province: row.province, origin },
  });
}

/** Sends the requested letters, as an insurer's system does with `/internal/v1/letters`. */
export async function sendRequestedLetters(
  { database, notifier }: Pick<DemoDeps, "database" | "notifier">,
  { people, origin }: { people: readonly DemoPerson[]; origin: string },
): Promise<void> {
  for (const letter of await openLetterRequests({ database, directory: bookDirectory(database) }, {})) {
    const letters = people
      .filter(({ brand }) => brand.id === letter.brand)
      .flatMap(({ brand, rows }) => rows.map((row) => ({ brand, row, origin })));
    const found = letters.find(
      ({ row }) =>
        row.pin &&
        row.policyNumber === letter.policyNumber &&
        row.firstName === letter.firstName &&
        row.lastName === letter.lastName,
    );
    if (found === undefined) continue;
    await database.transaction().execute(async (transaction) => {
      if ((await acknowledgeLetterRequest(transaction, letter.id)) !== undefined)
        await sendPinLetter(notifier, transaction, found);
    });
  }
}
