import { afterEach, describe, expect, it } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { httpSmsProvider } from "./http-sms.adapter.ts";
import type { Delivery } from "./message-provider.port.ts";
import { textMessage as message } from "./test/text-message.ts";

const later = (fault: string): Delivery => ({ kind: "later", fault });
const refused = (fault: string): Delivery => ({ kind: "refused", fault });
const accepted = (providerMessageId: string | null): Delivery => ({ kind: "accepted", providerMessageId });

const twilioError = (code: number, status: number) => ({
  code,
  message: "The number +15145550142 is refused",
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});
const vonage = (...statuses: string[]) => ({
  "message-count": String(statuses.length),
  messages: statuses.map((status) =>
    status === "0" ? { to: "15145550142", "message-id": "0C000000217B7F02", status } : { status, "error-text": "No" },
  ),
});
const infobip = (groupName: string, name: string) => ({
  bulkId: "1446634544520356423",
  messages: [{ messageId: message.id, status: { groupId: 1, groupName, id: 26, name }, destination: "15145550142" }],
});

/** What each provider documents that it answers. */
const providers = {
  twilio: {
    from: "+15145550100",
    path: "/2010-04-01/Accounts/AC1/Messages.json",
    success: [201, { sid: "SM0123456789abcdef0123456789abcdef", status: "queued", error_code: null }],
    id: "SM0123456789abcdef0123456789abcdef",
    request: {
      contentType: "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("us/er:s3cret").toString("base64")}`,
      body: { To: "+15145550142", From: "+15145550100", Body: message.text },
    },
    rows: [
      [400, twilioError(21211, 400), refused("sms 400 21211")],
      [400, twilioError(21610, 400), refused("sms 400 21610")],
      [400, twilioError(21614, 400), refused("sms 400 21614")],
      [400, twilioError(21635, 400), refused("sms 400 21635")],
      [400, twilioError(21606, 400), later("sms 400 21606")],
      [400, twilioError(21608, 400), later("sms 400 21608")],
      [400, twilioError(21660, 400), later("sms 400 21660")],
      [400, "<html>", later("sms 400")],
      [401, twilioError(20003, 401), later("sms 401 20003")],
      [429, twilioError(20429, 429), later("sms 429 20429")],
      [503, "<html>", later("sms 503")],
      [201, "<html>", accepted(null)],
    ],
  },
  vonage: {
    from: "15145550100",
    path: "/sms/json",
    success: [200, vonage("0", "0")],
    id: "0C000000217B7F02",
    request: {
      contentType: "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("us/er:s3cret").toString("base64")}`,
      body: {
        from: "15145550100",
        to: "15145550142",
        text: message.text,
        "client-ref": message.id,
      },
    },
    rows: [
      [200, vonage("6"), refused("sms vonage 6")],
      [200, vonage("7"), refused("sms vonage 7")],
      [200, vonage("33"), refused("sms vonage 33")],
      [200, vonage("0", "7"), refused("sms vonage 7")],
      [200, vonage("1"), later("sms vonage 1")],
      [200, vonage("3"), later("sms vonage 3")],
      [200, vonage("4"), later("sms vonage 4")],
      [200, vonage("9"), later("sms vonage 9")],
      [200, vonage("15"), later("sms vonage 15")],
      [200, "<html>", later("sms unreadable")],
      [200, { messages: [] }, later("sms unreadable")],
      [502, "<html>", later("sms 502")],
    ],
  },
  infobip: {
    from: "Belair",
    path: "/sms/3/messages",
    success: [200, infobip("PENDING", "PENDING_ACCEPTED")],
    id: message.id,
    request: {
      contentType: "application/json",
      authorization: "App us/er",
      body: {
        messages: [
          {
            sender: "Belair",
            destinations: [{ to: "15145550142", messageId: message.id }],
            content: { text: message.text },
          },
        ],
      },
    },
    rows: [
      [200, infobip("REJECTED", "REJECTED_DESTINATION"), refused("sms infobip REJECTED_DESTINATION")],
      [200, infobip("REJECTED", "REJECTED_PREFIX_MISSING"), refused("sms infobip REJECTED_PREFIX_MISSING")],
      [200, infobip("REJECTED", "REJECTED_DND"), refused("sms infobip REJECTED_DND")],
      [200, infobip("REJECTED", "REJECTED_NOT_ENOUGH_CREDITS"), later("sms infobip REJECTED_NOT_ENOUGH_CREDITS")],
      [200, infobip("REJECTED", "REJECTED_SOURCE"), later("sms infobip REJECTED_SOURCE")],
      [
        200,
        infobip("REJECTED", "REJECTED_DESTINATION_NOT_REGISTERED"),
        later("sms infobip REJECTED_DESTINATION_NOT_REGISTERED"),
      ],
      [
        200,
        infobip("UNDELIVERABLE", "UNDELIVERABLE_REJECTED_OPERATOR"),
        later("sms infobip UNDELIVERABLE_REJECTED_OPERATOR"),
      ],
      [200, infobip("REJECTED", "REJECTED_DUPLICATE_MESSAGE_ID"), accepted(message.id)],
      [200, "<html>", later("sms unreadable")],
      [400, { requestError: {} }, refused("sms 400")],
      [401, { requestError: {} }, later("sms 401")],
      [500, "", later("sms 500")],
    ],
  },
} as const;
const names = Object.keys(providers) as (keyof typeof providers)[];

let close = async () => {};
afterEach(() => close());

/** A server that answers once and for all; without an answer it stays silent. */
async function start(name: keyof typeof providers, answer?: readonly [status: number, body: unknown]) {
  const { path, from } = providers[name];
  const server = await loopbackServer((_request, response) => {
    if (answer === undefined) return;
    const [status, body] = answer;
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  close = server.close;
  const url = `http://us%2Fer:s3cret@127.0.0.1:${server.port}${path}`;
  const sms = httpSmsProvider({ api: name, url, from, limitMilliseconds: answer ? 25_000 : 500 });
  return { deliver: () => sms.deliver(message), received: server.received };
}

describe("a text message to a built-in provider", () => {
  it.each(names)("is sent to %s in the provider's form, and the provider's id is returned", async (name) => {
    const { success, id, request, path } = providers[name];
    const { deliver, received } = await start(name, success);
    expect(await deliver()).toEqual(accepted(id));
    const [first] = received;
    const body = first?.body ?? "";
    expect(received).toHaveLength(1);
    expect(first).toMatchObject({ method: "POST", url: path, headers: { "content-type": request.contentType } });
    expect(first?.headers.authorization).toBe(request.authorization);
    const isForm = request.contentType === "application/x-www-form-urlencoded";
    expect(isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)).toEqual(request.body);
  });

  it.each(
    names.flatMap((name) => providers[name].rows.map(([status, body, delivery]) => ({ name, status, body, delivery }))),
  )(
    "F-16 to $name, answered $status, is $delivery.kind ($delivery.fault)",
    async ({ name, status, body, delivery }) => {
      expect(await (await start(name, [status, body])).deliver()).toEqual(delivery);
    },
  );

  it.each(names)("F-16 to %s is retried when the provider is slow or unavailable", async (name) => {
    const { deliver } = await start(name);
    expect(await deliver()).toEqual(later("sms slow"));
    await close();
    expect(await deliver()).toEqual(later("sms away"));
  });

  it("names a messaging service of Twilio in place of a number", async () => {
    const server = await loopbackServer((_request, response) => response.writeHead(201).end("{}"));
    close = server.close;
    const from = "MG0123456789abcdef0123456789abcdef";
    const url = `http://AC1:s3cret@127.0.0.1:${server.port}/`;
    await httpSmsProvider({ api: "twilio", url, from, limitMilliseconds: 25_000 }).deliver(message);
    const form = new URLSearchParams(server.received[0]?.body);
    expect([form.get("MessagingServiceSid"), form.get("From")]).toEqual([from, null]);
  });
});
