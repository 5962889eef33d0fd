import { createHash, createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { Receipt } from "./provider-api.port.ts";
import { findProviderApi, type ProviderChannel, providerApis } from "./provider-apis.rule.ts";

const secret = "c2VjcmV0LW9mLXRoZS1wcm92aWRlcg==";
const otherSecret = "YW5vdGhlci1zZWNyZXQ=";
const url = "https://portal.belair.example/api/receipts/sms/provider";
const delivered = (id: string): Receipt => ({ id, kind: "delivered" });
const undelivered = (id: string, reason: string) => ({ id, kind: "undelivered", reason }) as Receipt;

type Fields = Record<string, string>;
interface SignedPost {
  headers: Record<string, string>;
  body: string;
}
type Sign = (body: object) => SignedPost | Promise<SignedPost>;

/** Each signs as the documentation of the provider says. */
const standardWebhook: Sign = (body) => {
  const at = new Date();
  const text = JSON.stringify(body);
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, text),
  };
  return { headers, body: text };
};
const twilioForm: Sign = (body) => {
  const form = body as Fields;
  const text = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`)
    .join("");
  const signature = createHmac("sha1", secret).update(`${url}${text}`).digest("base64");
  return { headers: { "x-twilio-signature": signature }, body: new URLSearchParams(form).toString() };
};
const vonageForm: Sign = (body) => {
  const form = body as Fields;
  const text = Object.keys(form)
    .sort()
    .map((name) => `&${name}=${form[name]?.replaceAll(/[&=]/g, "_")}`)
    .join("");
  const sig = createHmac("sha256", secret).update(text).digest("hex").toUpperCase();
  return { headers: {}, body: new URLSearchParams({ ...form, sig }).toString() };
};
const vonageToken: Sign = async (body) => {
  const text = JSON.stringify(body);
  const payload = { api_key: "KEY", payload_hash: createHash("sha256").update(text).digest("hex") };
  const token = new SignJWT(payload).setProtectedHeader({ alg: "HS256" }).setIssuedAt();
  return { headers: { authorization: `Bearer ${await token.sign(new TextEncoder().encode(secret))}` }, body: text };
};
const basic: Sign = (body) => ({
  headers: { authorization: `Basic ${Buffer.from(`receipts:${secret}`).toString("base64")}` },
  body: JSON.stringify(body),
});

const generic: readonly [object, readonly Receipt[]][] = [
  [{ id: "S1", status: "delivered" }, [delivered("S1")]],
  [{ id: "S1", status: "undelivered", reason: "unknownNumber" }, [undelivered("S1", "unknownNumber")]],
  [{ id: "S1", status: "undelivered", reason: "a reason of its own" }, [undelivered("S1", "other")]],
  [{ id: "S1", status: "sent" }, []],
];
const twilio = (MessageStatus: string, more: Fields = {}) => ({ MessageSid: "SM1", MessageStatus, ...more });
const twilioCall = (CallStatus: string, more: Fields = {}) => ({ CallSid: "CA1", CallStatus, ...more });
const vonage = (status: string, code: string) => ({
  msisdn: "15145550142",
  to: "Belair & fils",
  messageId: "0A1",
  status,
  "err-code": code,
  "message-timestamp": "2026-11-28 14:02:10",
});
const vonageCall = (status: string, detail?: string) => ({ uuid: "U1", status, ...(detail && { detail }) });
const infobip = (groupName: string, name: string) => ({
  results: [{ messageId: "M1", to: "15145550142", status: { groupName, name: groupName }, error: { name } }],
});
const postmark = (RecordType: string, Type?: string) => ({ RecordType, MessageID: "P1", ...(Type && { Type }) });

interface Case {
  channel: ProviderChannel;
  provider: string;
  sign: Sign;
  /** Whether the proof covers the body. */
  isSigned: boolean;
  rows: readonly [object, readonly Receipt[]][];
}
const cases: Case[] = [
  { channel: "sms", provider: "generic", sign: standardWebhook, isSigned: true, rows: generic },
  { channel: "voice", provider: "generic", sign: standardWebhook, isSigned: true, rows: generic },
  {
    channel: "sms",
    provider: "twilio",
    sign: twilioForm,
    isSigned: true,
    rows: [
      [twilio("delivered"), [delivered("SM1")]],
      [twilio("undelivered", { ErrorCode: "30005" }), [undelivered("SM1", "unknownNumber")]],
      [twilio("failed", { ErrorCode: "30003" }), [undelivered("SM1", "unreachable")]],
      [twilio("undelivered", { ErrorCode: "30007" }), [undelivered("SM1", "blocked")]],
      [twilio("undelivered", { ErrorCode: "30008" }), [undelivered("SM1", "other")]],
      [twilio("sent"), []],
    ],
  },
  {
    channel: "voice",
    provider: "twilio",
    sign: twilioForm,
    isSigned: true,
    rows: [
      [twilioCall("completed"), [delivered("CA1")]],
      [twilioCall("busy"), [undelivered("CA1", "unanswered")]],
      [twilioCall("no-answer"), [undelivered("CA1", "unanswered")]],
      [twilioCall("failed", { SipResponseCode: "404" }), [undelivered("CA1", "unknownNumber")]],
      [twilioCall("failed", { SipResponseCode: "503" }), [undelivered("CA1", "other")]],
      [twilioCall("canceled"), [undelivered("CA1", "other")]],
      [twilioCall("ringing"), []],
    ],
  },
  {
    channel: "sms",
    provider: "vonage",
    sign: vonageForm,
    isSigned: true,
    rows: [
      [vonage("delivered", "0"), [delivered("0A1")]],
      [vonage("failed", "3"), [undelivered("0A1", "unknownNumber")]],
      [vonage("failed", "2"), [undelivered("0A1", "unreachable")]],
      [vonage("rejected", "9"), [undelivered("0A1", "blocked")]],
      [vonage("failed", "6"), [undelivered("0A1", "blocked")]],
      [vonage("expired", "99"), [undelivered("0A1", "other")]],
      [vonage("buffered", "0"), []],
    ],
  },
  {
    channel: "voice",
    provider: "vonage",
    sign: vonageToken,
    isSigned: true,
    rows: [
      [vonageCall("completed"), [delivered("U1")]],
      [vonageCall("machine"), [undelivered("U1", "unanswered")]],
      [vonageCall("busy"), [undelivered("U1", "unanswered")]],
      [vonageCall("unanswered", "timeout"), [undelivered("U1", "unanswered")]],
      [vonageCall("failed", "number_out_of_service"), [undelivered("U1", "unknownNumber")]],
      [vonageCall("rejected", "invalid_number"), [undelivered("U1", "unknownNumber")]],
      [vonageCall("rejected", "declined"), [undelivered("U1", "blocked")]],
      [vonageCall("failed", "cannot_route"), [undelivered("U1", "other")]],
      [vonageCall("answered"), []],
    ],
  },
  {
    channel: "sms",
    provider: "infobip",
    sign: basic,
    isSigned: false,
    rows: [
      [infobip("DELIVERED", "NO_ERROR"), [delivered("M1")]],
      [infobip("UNDELIVERABLE", "EC_UNKNOWN_SUBSCRIBER"), [undelivered("M1", "unknownNumber")]],
      [infobip("EXPIRED", "EC_ABSENT_SUBSCRIBER"), [undelivered("M1", "unreachable")]],
      [infobip("UNDELIVERABLE", "EC_UNIDENTIFIED_SUBSCRIBER"), [undelivered("M1", "unreachable")]],
      [infobip("REJECTED", "EC_CALL_BARRED"), [undelivered("M1", "blocked")]],
      [infobip("PENDING", "NO_ERROR"), []],
    ],
  },
  {
    channel: "voice",
    provider: "infobip",
    sign: basic,
    isSigned: false,
    rows: [
      [infobip("DELIVERED", "NO_ERROR"), [delivered("M1")]],
      [infobip("UNDELIVERABLE", "EC_VOICE_NO_ANSWER"), [undelivered("M1", "unanswered")]],
      [infobip("UNDELIVERABLE", "EC_VOICE_ERROR_DESTINATION_NOT_FOUND"), [undelivered("M1", "unknownNumber")]],
      [infobip("PENDING", "NO_ERROR"), []],
    ],
  },
  {
    channel: "email",
    provider: "postmark",
    sign: basic,
    isSigned: false,
    rows: [
      [postmark("Delivery"), [delivered("P1")]],
      [postmark("Bounce", "HardBounce"), [undelivered("P1", "unknownEmail")]],
      [postmark("Bounce", "BadEmailAddress"), [undelivered("P1", "unknownEmail")]],
      [postmark("Bounce", "SoftBounce"), [undelivered("P1", "mailboxFull")]],
      [postmark("Bounce", "SpamNotification"), [undelivered("P1", "blocked")]],
      [postmark("SpamComplaint", "SpamComplaint"), [undelivered("P1", "blocked")]],
      [postmark("Bounce", "DnsError"), [undelivered("P1", "other")]],
      [postmark("Bounce", "Transient"), []],
      [postmark("Bounce", "AutoResponder"), []],
      [postmark("Open"), []],
    ],
  },
];

describe.each(cases)("a receipt of $provider ($channel)", ({ channel, provider, sign, isSigned, rows }) => {
  const read = async ({ headers, body }: SignedPost, by = secret) =>
    findProviderApi(channel, provider)?.readReceipts({ url, headers: new Headers(headers), body }, by);

  it.each(rows)("is read from %j", async (body, receipts) => {
    expect(await read(await sign(body))).toEqual(receipts);
  });

  it("A-421 is refused when it is signed by another secret, changed or not signed", async () => {
    const signed = await sign(rows[0]?.[0] ?? {});
    expect(await read(signed, otherSecret)).toBeUndefined();
    expect(await read({ headers: {}, body: signed.body.replace(/&sig=.*/, "") })).toBeUndefined();
    if (isSigned) expect(await read({ ...signed, body: signed.body.replace("ed", "ing") })).toBeUndefined();
  });

  it("reports nothing when it is signed and is no receipt", async () => {
    expect(await read(await sign({ hello: "there" }))).toEqual([]);
  });
});

it("A-421 refuses an event of Vonage whose token is older than five minutes", async () => {
  const body = JSON.stringify(vonageCall("completed"));
  const payload = { payload_hash: createHash("sha256").update(body).digest("hex") };
  const at = Math.floor(Date.now() / 1000) - 7 * 60;
  const token = await new SignJWT(payload)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt(at)
    .sign(new TextEncoder().encode(secret));
  const headers = new Headers({ authorization: `Bearer ${token}` });
  expect(await providerApis.voice.vonage.readReceipts({ url, headers, body }, secret)).toBeUndefined();
});

it.each([
  ["+14158675309", "RSOYDt4T1cUTdK1PDd93/VVr8B8="],
  ["+12349013030", "0/KCTR6DLpKmkAf8muzZqo1nDgQ="],
])("accepts the signature that Twilio gives as an example for the caller %s", (number, signature) => {
  const form = { CallSid: "CA1234567890ABCDE", Caller: number, Digits: "1234", From: number, To: "+18005551212" };
  const post = {
    url: "https://mycompany.com/myapp.php?foo=1&bar=2",
    headers: new Headers({ "x-twilio-signature": signature }),
    body: new URLSearchParams(form).toString(),
  };
  expect(providerApis.sms.twilio.readReceipts(post, "12345")).toEqual([]);
});
