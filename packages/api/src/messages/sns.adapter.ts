import { verify, X509Certificate } from "node:crypto";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { z } from "zod";
import { readTextAtMost } from "../platform/read-text.adapter.ts";
import type { ReceiptPost } from "./provider-api.port.ts";

const post = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string(),
  SigningCertURL: z.url(),
  Subject: z.string().optional(),
  SubscribeURL: z.url().optional(),
  Token: z.string().optional(),
});
type SnsPost = z.output<typeof post>;

const algorithms = { 1: "RSA-SHA1", 2: "RSA-SHA256" } as const;
const limitMilliseconds = 5000;
const largestBody = 64 * 1024;

/** Certificates by their URL, which names each one's content. */
const certificates = new Map<string, X509Certificate>();
const mostCertificates = 8;

/**
 * Returns what the topic published; empty for a post about the subscription itself, which it confirms. Undefined where
 * the post is of another topic or not signed by SNS:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
export async function openSnsPost({ body }: ReceiptPost, topicArn: string): Promise<{ message: string } | undefined> {
  const { data } = post.safeParse(parseJson(body));
  // Every customer of AWS can publish posts with a true signature: the topic proves whose they are.
  if (data === undefined || data.TopicArn !== topicArn) return undefined;
  const url = new URL(data.SigningCertURL);
  if (!isOfSns(url, topicArn) || !url.pathname.endsWith(".pem")) return undefined;
  const certificate = await readCertificate(url.href);
  const signature = Buffer.from(data.Signature, "base64");
  const text = Buffer.from(signedText(data));
  if (!verify(algorithms[data.SignatureVersion], text, certificate.publicKey, signature)) return undefined;
  if (data.Type === "Notification") return { message: data.Message };
  if (data.Type === "SubscriptionConfirmation") await confirmSubscription(data);
  return { message: "" };
}

/** Whether a URL is of the topic's region: the ARN is no secret, so that others may name any host of AWS. */
function isOfSns({ protocol, host }: URL, topicArn: string): boolean {
  const [, , , region] = topicArn.split(":");
  const sns = `sns.${region}.amazonaws.com`;
  return protocol === "https:" && (host === sns || host === `${sns}.cn`);
}

async function readCertificate(url: string): Promise<X509Certificate> {
  const kept = certificates.get(url);
  if (kept) return kept;
  const certificate = new X509Certificate(await get(url));
  if (certificates.size >= mostCertificates) certificates.clear();
  certificates.set(url, certificate);
  return certificate;
}

async function confirmSubscription({ SubscribeURL = "", TopicArn }: SnsPost): Promise<void> {
  if (URL.canParse(SubscribeURL) && isOfSns(new URL(SubscribeURL), TopicArn)) await get(SubscribeURL);
}

async function get(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(limitMilliseconds) });
  const text = response.ok ? await readTextAtMost(response, largestBody) : undefined;
  if (text === undefined) throw new Error(`sns ${response.status}`);
  return text;
}

/** Name and value of each signed field, a line each. */
function signedText(of: SnsPost): string {
  const names =
    of.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  const given = new Map<string, string | undefined>(Object.entries(of));
  return names
    .filter((name) => given.get(name) !== undefined)
    .map((name) => `${name}\n${given.get(name)}\n`)
    .join("");
}
