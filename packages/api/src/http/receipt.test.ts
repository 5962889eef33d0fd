import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { buildApi } from "../build-api.ts";
import { messagesOfJourneys } from "../messages/notification.store.ts";
import type { Notice } from "../messages/notifier.port.ts";
import { notice } from "../messages/test/sending.ts";

const secret = "the-auth-token";
const testApi = await openTestApi();
const api = buildApi({ ...testApi.deps, smsReceipts: [{ api: "twilio", secret }] });
const path = "/api/receipts/sms/twilio";

/** A text message with a code that the provider has accepted. */
async function acceptedText() {
  const { database, notifier } = testApi.deps;
  const journeyId = randomUUID();
  const text: Notice = { ...notice, channel: "SMS", recipient: "5145550142", journeyId };
  const id = await database.transaction().execute((transaction) => notifier.notify(transaction, text));
  await database
    .updateTable("notification")
    .set({ status: "accepted", provider_message_id: `SM-${id}` })
    .where("id", "=", id)
    .execute();
  return { id: `SM-${id}`, journeyId };
}

async function post(form: Record<string, string>, { signedBy = secret, to = path } = {}): Promise<number> {
  const names = Object.keys(form).sort();
  const text = `https://portal.belair.example${to}${names.map((name) => `${name}${form[name]}`).join("")}`;
  const headers = {
    "x-vestibule-origin": "https://portal.belair.example",
    "x-twilio-signature": createHmac("sha1", signedBy).update(text).digest("base64"),
  };
  const response = await api.request(to, { method: "POST", headers, body: new URLSearchParams(form) });
  return response.status;
}

async function stateOf({ journeyId }: { journeyId: string }) {
  const messages = await messagesOfJourneys(testApi.deps.database, { ids: [journeyId], brandId: "belair" });
  return messages.map(({ state, undeliveredReason }) => [state, undeliveredReason]);
}

const eventsOf = ({ journeyId }: { journeyId: string }) =>
  testApi.database
    .selectFrom("audit_event")
    .select(["event", "result", "actor", "facts"])
    .where("journey_id", "=", journeyId)
    .where("event", "=", "message.undelivered")
    .execute();

test("A-406 stores that a message did not arrive, and records it once", async () => {
  const message = await acceptedText();
  const receipt = { MessageSid: message.id, MessageStatus: "undelivered", ErrorCode: "30005" };
  expect([await post(receipt), await post(receipt)]).toEqual([204, 204]);
  expect(await stateOf(message)).toEqual([["undelivered", "unknownNumber"]]);
  expect(await eventsOf(message)).toEqual([
    {
      event: "message.undelivered",
      result: "unknownNumber",
      actor: "service",
      facts: { message: "registrationCode", channel: "SMS" },
    },
  ]);
});

test("lets a message that did not arrive at first arrive, and not the reverse", async () => {
  const message = await acceptedText();
  const receipt = (MessageStatus: string) => post({ MessageSid: message.id, MessageStatus });
  for (const status of ["sent", "undelivered", "delivered", "failed"]) await receipt(status);
  expect(await stateOf(message)).toEqual([["delivered", null]]);
});

test("A-406 refuses a receipt with a wrong signature, and changes nothing", async () => {
  const message = await acceptedText();
  const receipt = { MessageSid: message.id, MessageStatus: "undelivered" };
  expect(await post(receipt, { signedBy: "a-guess" })).toBe(401);
  expect(await stateOf(message)).toEqual([["accepted", null]]);
});

test("ignores a receipt of an unknown message, and answers 404 for a provider without a secret", async () => {
  expect(await post({ MessageSid: "SM-of-another-system", MessageStatus: "failed" })).toBe(204);
  expect(await post({ MessageStatus: "failed" }, { to: "/api/receipts/sms/vonage" })).toBe(404);
  expect(await post({ MessageStatus: "failed" }, { to: "/api/receipts/sms/constructor" })).toBe(404);
});
