import { createSign } from "node:crypto";
import { generate } from "selfsigned";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Receipt } from "./provider-api.port.ts";
import { providerApis } from "./provider-apis.rule.ts";

const topic = "arn:aws:sns:ca-central-1:123456789012:mail";
const subscribeUrl = "https://sns.ca-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t";
const issued = await generate([{ name: "commonName", value: "sns.amazonaws.com" }], { algorithm: "sha256" });
let certificateCount = 0;
const newCertificateUrl = () => {
  certificateCount += 1;
  return `https://sns.ca-central-1.amazonaws.com/SimpleNotificationService-${certificateCount}.pem`;
};

const asked: string[] = [];
/** SNS, which serves its certificate. */
function openSns(answer = () => new Response(issued.cert)) {
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return answer();
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

type Post = Record<string, string>;
const notificationNames = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
const subscriptionNames = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

/** Signs as https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html says. */
function signed(given: Post, key = issued.private): Post {
  const post: Post = {
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: topic,
    Timestamp: "2026-11-28T14:02:10.123Z",
    SignatureVersion: "2",
    SigningCertURL: newCertificateUrl(),
    ...given,
  };
  const names = post.Type === "Notification" ? notificationNames : subscriptionNames;
  const text = names.flatMap((name) => (post[name] === undefined ? [] : [`${name}\n${post[name]}\n`])).join("");
  const algorithm = post.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256";
  return { ...post, Signature: createSign(algorithm).update(text).sign(key, "base64") };
}
const read = (provider: "ses" | "aws", post: Post, topicArn = topic) => {
  const api = provider === "ses" ? providerApis.email.ses : providerApis.sms.aws;
  return api.readReceipts({ url: "", headers: new Headers(), body: JSON.stringify(post) }, topicArn);
};

const mail = { messageId: "0100018c" };
const bounce = (bounceType: string, bounceSubType: string) => ({
  notificationType: "Bounce",
  mail,
  bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: "eloise@exemple.ca" }] },
});
const text = (eventType: string, isFinal = true) => ({ eventType, isFinal, messageId: "862a8790" });
const undelivered = (id: string, reason: string) => [{ id, kind: "undelivered", reason }] as Receipt[];

describe("a receipt by SNS", () => {
  it.each<["ses" | "aws", object, Receipt[]]>([
    ["ses", { notificationType: "Delivery", mail }, [{ id: "0100018c", kind: "delivered" }]],
    ["ses", { eventType: "Delivery", mail }, [{ id: "0100018c", kind: "delivered" }]],
    ["ses", bounce("Permanent", "General"), undelivered("0100018c", "unknownEmail")],
    ["ses", bounce("Permanent", "NoEmail"), undelivered("0100018c", "unknownEmail")],
    ["ses", bounce("Transient", "MailboxFull"), undelivered("0100018c", "mailboxFull")],
    ["ses", bounce("Permanent", "OnAccountSuppressionList"), undelivered("0100018c", "blocked")],
    ["ses", bounce("Undetermined", "Undetermined"), undelivered("0100018c", "other")],
    ["ses", { notificationType: "Complaint", mail }, undelivered("0100018c", "blocked")],
    ["ses", { eventType: "Open", mail }, []],
    ["ses", { hello: "there" }, []],
    ["aws", text("TEXT_DELIVERED"), [{ id: "862a8790", kind: "delivered" }]],
    ["aws", text("TEXT_SUCCESSFUL"), [{ id: "862a8790", kind: "delivered" }]],
    ["aws", text("TEXT_INVALID"), undelivered("862a8790", "unknownNumber")],
    ["aws", text("TEXT_UNREACHABLE"), undelivered("862a8790", "unreachable")],
    ["aws", text("TEXT_CARRIER_BLOCKED"), undelivered("862a8790", "blocked")],
    ["aws", text("TEXT_UNKNOWN"), undelivered("862a8790", "other")],
    ["aws", text("TEXT_CARRIER_UNREACHABLE", false), []],
  ])("of %s is read from %j", async (provider, message, receipts) => {
    openSns();
    expect(await read(provider, signed({ Message: JSON.stringify(message) }))).toEqual(receipts);
  });

  it.each(["1", "2"])("is verified by signature version %s, with a subject", async (SignatureVersion) => {
    openSns();
    const Message = JSON.stringify(text("TEXT_DELIVERED"));
    expect(await read("aws", signed({ Message, Subject: "Event", SignatureVersion }))).toHaveLength(1);
  });

  it("asks for a certificate once", async () => {
    openSns();
    const post = signed({ Message: "{}" });
    await read("ses", post);
    await read("ses", post);
    expect(asked).toEqual([post.SigningCertURL]);
  });

  it("confirms the subscription of its own topic, and reports nothing", async () => {
    openSns();
    const post = signed({ Type: "SubscriptionConfirmation", Message: "m", Token: "t", SubscribeURL: subscribeUrl });
    expect(await read("ses", post)).toEqual([]);
    expect(asked).toEqual([post.SigningCertURL, subscribeUrl]);
  });

  it("A-420 is refused from a topic of another customer, though SNS signed it", async () => {
    openSns();
    const post = signed({ Message: "{}", TopicArn: "arn:aws:sns:ca-central-1:999999999999:mail" });
    expect(await read("ses", post)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    "https://sns.attacker.example/a.pem",
    "https://sns.eu-central-1.amazonaws.com/a.pem",
    "https://sns.ca-central-1.amazonaws.com.attacker.example/a.pem",
    "https://attacker.example/sns.ca-central-1.amazonaws.com/a.pem",
    "https://user@attacker.example\\@sns.ca-central-1.amazonaws.com/a.pem",
    "https://sns.ca-central-1.amazonaws.com:8443/a.pem",
    "http://sns.ca-central-1.amazonaws.com/a.pem",
    "https://sns.ca-central-1.amazonaws.com/?Action=Publish",
    "https://s3.ca-central-1.amazonaws.com/attacker/a.pem",
    "not a URL",
  ])("A-420 fetches no certificate from %s", async (SigningCertURL) => {
    openSns();
    expect(await read("ses", signed({ Message: "{}", SigningCertURL }))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it("A-420 is refused when another key signed it, or when a field was changed", async () => {
    openSns();
    const other = await generate([{ name: "commonName", value: "other" }], { algorithm: "sha256" });
    expect(await read("ses", signed({ Message: "{}" }, other.private))).toBeUndefined();
    const post = signed({ Message: JSON.stringify(bounce("Permanent", "General")) });
    expect(
      await read("ses", { ...post, Message: JSON.stringify({ notificationType: "Delivery", mail }) }),
    ).toBeUndefined();
  });

  it("A-420 confirms no subscription at another host", async () => {
    openSns();
    const SubscribeURL = "https://attacker.example/";
    const post = signed({ Type: "SubscriptionConfirmation", Message: "m", Token: "t", SubscribeURL });
    expect(await read("ses", post)).toEqual([]);
    expect(asked).toEqual([post.SigningCertURL]);
  });

  it("fails where the certificate cannot be read, so that SNS sends it again", async () => {
    openSns(() => new Response("busy", { status: 503 }));
    await expect(read("ses", signed({ Message: "{}" }))).rejects.toThrow("sns 503");
  });
});
