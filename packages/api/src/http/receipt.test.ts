import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { buildApi } from "../build-api.ts";
import type { Delivery } from "../messages/message-provider.port.ts";
import { messagesOfJourneys } from "../messages/notification.store.ts";
import type { MessageOrder } from "../messages/notifier.port.ts";
import { notice } from "../messages/test/sending.ts";
import { sendMessage } from "../messages/worker.adapter.ts";

const secret = "the-auth-token";
const testApi = await openTestApi();
const receiptSources = [
  { channel: "sms", api: "twilio", secret },
  { channel: "voice", api: "twilio", secret },
  { channel: "email", api: "postmark", secret },
] as const;
const api = buildApi({ ...testApi.deps, receiptSources });
const path = "/api/receipts/sms/twilio";

/** A message with a code that the provider has accepted. */
async function acceptedMessage(over: Partial<MessageOrder> = {}) {
  const { database, notifier } = testApi.deps;
  const journeyId = randomUUID();
  const message: MessageOrder = { ...notice, channel: "SMS", recipient: "5145550142", journeyId, ...over };
  const id = await database.transaction().execute((transaction) => notifier.notify(transaction, message));
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
  const message = await acceptedMessage();
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
  const message = await acceptedMessage();
  const receipt = (MessageStatus: string) => post({ MessageSid: message.id, MessageStatus });
  for (const status of ["sent", "undelivered", "delivered", "failed"]) await receipt(status);
  expect(await stateOf(message)).toEqual([["delivered", null]]);
});

test("A-406 refuses a receipt with a wrong signature, and changes nothing", async () => {
  const message = await acceptedMessage();
  const receipt = { MessageSid: message.id, MessageStatus: "undelivered" };
  expect(await post(receipt, { signedBy: "a-guess" })).toBe(401);
  expect(await stateOf(message)).toEqual([["accepted", null]]);
});

/** A webhook of Postmark. */
async function postAboutEmail(body: object, password = secret): Promise<number> {
  const authorization = `Basic ${Buffer.from(`vestibule:${password}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };
  const response = await api.request("/api/receipts/email/postmark", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return response.status;
}

test("A-422 stores that an email came back after a server had accepted it, and not the reverse", async () => {
  const { id: MessageID, journeyId } = await acceptedMessage({ channel: "EMAIL", recipient: "eloise@exemple.ca" });
  const delivery = { RecordType: "Delivery", MessageID };
  const bounce = { RecordType: "Bounce", Type: "HardBounce", MessageID };
  expect(await postAboutEmail(bounce, "a-guess")).toBe(401);
  expect(await stateOf({ journeyId })).toEqual([["accepted", null]]);
  for (const receipt of [delivery, bounce, delivery, bounce]) expect(await postAboutEmail(receipt)).toBe(204);
  expect(await stateOf({ journeyId })).toEqual([["undelivered", "unknownEmail"]]);
  expect(await eventsOf({ journeyId })).toHaveLength(1);
});

test("keeps the first end of a call", async () => {
  const link = "http://belair.localhost:3000/this-wasnt-me?login=T0ken";
  const call = { notification: "secondFactorCode", channel: "VOICE", facts: { ...notice.facts, link } } as const;
  const { id: CallSid, journeyId } = await acceptedMessage(call);
  const to = "/api/receipts/voice/twilio";
  for (const CallStatus of ["ringing", "no-answer", "completed"]) await post({ CallSid, CallStatus }, { to });
  expect(await stateOf({ journeyId })).toEqual([["undelivered", "unanswered"]]);
});

test("A-422 changes no message of another channel", async () => {
  const { id, journeyId } = await acceptedMessage();
  expect(await post({ CallSid: id, CallStatus: "failed" }, { to: "/api/receipts/voice/twilio" })).toBe(204);
  expect(await postAboutEmail({ RecordType: "Bounce", Type: "HardBounce", MessageID: id })).toBe(204);
  expect(await stateOf({ journeyId })).toEqual([["accepted", null]]);
});

describe("a receipt that comes before its message is recorded as accepted", () => {
  /** Sends a queued message by a provider that reports before it has answered. */
  async function sendReported(providerMessageId: string, reports: readonly string[]) {
    const { database, notifier } = testApi.deps;
    const journeyId = randomUUID();
    const message: MessageOrder = { ...notice, channel: "SMS", recipient: "5145550177", journeyId };
    const id = await database.transaction().execute((transaction) => notifier.notify(transaction, message));
    const row = await database.selectFrom("notification").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const deliver = async (): Promise<Delivery> => {
      for (const MessageStatus of reports)
        expect(await post({ MessageSid: providerMessageId, MessageStatus })).toBe(204);
      return { kind: "accepted", providerMessageId };
    };
    const provider = { deliver };
    await sendMessage(
      {
        ...testApi.deps,
        providers: { SMS: provider, EMAIL: provider, VOICE: provider, LETTER: provider },
        metrics: { countDelivery: () => {} },
      },
      {
        ...row,
        notification: row.kind,
        brandId: row.brand,
        queuedAt: row.queued_at,
        expiresAt: row.expires_at,
        journeyId,
        traceParent: null,
      },
    );
    return { journeyId };
  }

  test.each([
    [["undelivered"], ["undelivered", "other"], 1],
    [["undelivered", "delivered"], ["delivered", null], 1],
    [["delivered", "undelivered"], ["delivered", null], 0],
  ] as const)("is stored with it: %s", async (reports, state, events) => {
    const message = await sendReported(`SM-early-${reports.join("-")}`, reports);
    expect(await stateOf(message)).toEqual([state]);
    expect(await eventsOf(message)).toHaveLength(events);
  });
});

test("ignores a receipt of an unknown message, and answers 404 for a provider without a secret", async () => {
  expect(await post({ MessageSid: "SM-of-another-system", MessageStatus: "failed" })).toBe(204);
  expect(await post({ MessageStatus: "failed" }, { to: "/api/receipts/sms/vonage" })).toBe(404);
  expect(await post({ MessageStatus: "failed" }, { to: "/api/receipts/sms/constructor" })).toBe(404);
});
