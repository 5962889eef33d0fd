import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { SmsReceipt } from "./sms-api.port.ts";
import { type SmsApiName, smsApis } from "./sms-apis.rule.ts";

const secret = "c2VjcmV0LW9mLXRoZS1wcm92aWRlcg==";
const url = "https://portal.belair.example/api/receipts/sms/provider";
const delivered = (id: string): SmsReceipt => ({ id, kind: "delivered" });
const undelivered = (id: string, reason: string) => ({ id, kind: "undelivered", reason }) as SmsReceipt;

type Fields = Record<string, string>;
interface SignedPost {
  headers: Record<string, string>;
  body: string;
}

/** Signs as the documentation of each provider says. */
const signedBy: Record<SmsApiName, (body: object) => SignedPost> = {
  generic: (body) => {
    const at = new Date();
    const text = JSON.stringify(body);
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("evt_1", at, text),
    };
    return { headers, body: text };
  },
  twilio: (body) => {
    const form = body as Fields;
    const text = Object.keys(form)
      .sort()
      .map((name) => `${name}${form[name]}`)
      .join("");
    const signature = createHmac("sha1", secret).update(`${url}${text}`).digest("base64");
    return { headers: { "x-twilio-signature": signature }, body: new URLSearchParams(form).toString() };
  },
  vonage: (body) => {
    const form = body as Fields;
    const text = Object.keys(form)
      .sort()
      .map((name) => `&${name}=${form[name]?.replaceAll(/[&=]/g, "_")}`)
      .join("");
    const sig = createHmac("sha256", secret).update(text).digest("hex").toUpperCase();
    return { headers: {}, body: new URLSearchParams({ ...form, sig }).toString() };
  },
  infobip: (body) => ({
    headers: { authorization: `Basic ${Buffer.from(`receipts:${secret}`).toString("base64")}` },
    body: JSON.stringify(body),
  }),
};

const twilio = (MessageStatus: string, more: Fields = {}) => ({ MessageSid: "SM1", MessageStatus, ...more });
const vonage = (status: string, code: string) => ({
  msisdn: "15145550142",
  to: "Belair & fils",
  messageId: "0A1",
  status,
  "err-code": code,
  "message-timestamp": "2026-11-28 14:02:10",
});
const infobip = (groupName: string, name: string) => ({
  results: [{ messageId: "M1", to: "15145550142", status: { groupName, name: groupName }, error: { name } }],
});

const rows: Record<SmsApiName, readonly [object, readonly SmsReceipt[]][]> = {
  generic: [
    [{ id: "S1", status: "delivered" }, [delivered("S1")]],
    [{ id: "S1", status: "undelivered", reason: "unknownNumber" }, [undelivered("S1", "unknownNumber")]],
    [{ id: "S1", status: "undelivered", reason: "a reason of its own" }, [undelivered("S1", "other")]],
    [{ id: "S1", status: "sent" }, []],
  ],
  twilio: [
    [twilio("delivered"), [delivered("SM1")]],
    [twilio("undelivered", { ErrorCode: "30005" }), [undelivered("SM1", "unknownNumber")]],
    [twilio("failed", { ErrorCode: "30003" }), [undelivered("SM1", "unreachable")]],
    [twilio("undelivered", { ErrorCode: "30007" }), [undelivered("SM1", "blocked")]],
    [twilio("undelivered", { ErrorCode: "30008" }), [undelivered("SM1", "other")]],
    [twilio("sent"), []],
  ],
  vonage: [
    [vonage("delivered", "0"), [delivered("0A1")]],
    [vonage("rejected", "9"), [undelivered("0A1", "unknownNumber")]],
    [vonage("failed", "3"), [undelivered("0A1", "unreachable")]],
    [vonage("failed", "6"), [undelivered("0A1", "blocked")]],
    [vonage("expired", "99"), [undelivered("0A1", "other")]],
    [vonage("buffered", "0"), []],
  ],
  infobip: [
    [infobip("DELIVERED", "NO_ERROR"), [delivered("M1")]],
    [infobip("UNDELIVERABLE", "EC_UNKNOWN_SUBSCRIBER"), [undelivered("M1", "unknownNumber")]],
    [infobip("EXPIRED", "EC_ABSENT_SUBSCRIBER"), [undelivered("M1", "unreachable")]],
    [infobip("REJECTED", "EC_CALL_BARRED"), [undelivered("M1", "blocked")]],
    [infobip("PENDING", "NO_ERROR"), []],
  ],
};

const read = (provider: SmsApiName, { headers, body }: SignedPost, by = secret) =>
  smsApis[provider].readReceipts({ url, headers: new Headers(headers), body }, by);

describe.each(Object.entries(rows) as [SmsApiName, (typeof rows)[SmsApiName]][])("a receipt of %s", (provider, its) => {
  it.each(its)("is read from %j", (body, receipts) => {
    expect(read(provider, signedBy[provider](body))).toEqual(receipts);
  });

  it("is refused when it is signed by another secret, changed or not signed", () => {
    const signed = signedBy[provider](its[0]?.[0] ?? {});
    expect(read(provider, signed, "YW5vdGhlci1zZWNyZXQ=")).toBeUndefined();
    expect(read(provider, { headers: {}, body: signed.body.replace(/&sig=.*/, "") })).toBeUndefined();
    if (provider !== "infobip")
      expect(read(provider, { ...signed, body: signed.body.replace("delivered", "undelivered") })).toBeUndefined();
  });

  it("reports nothing when it is signed and is no receipt", () => {
    expect(read(provider, signedBy[provider]({ hello: "there" }))).toEqual([]);
  });
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
  expect(smsApis.twilio.readReceipts(post, "12345")).toEqual([]);
});
