import { createHash, createPrivateKey, randomUUID } from "node:crypto";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { isSameText } from "../platform/same-text.rule.ts";
import type { ProviderAccount, ProviderApi, ReceiptPost } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";
import { type ReasonCodes, receiptOf } from "./receipt.rule.ts";

const success = z.object({ uuid: z.string() });
const event = z.object({ uuid: z.string(), status: z.string(), detail: z.string().catch("") });

/** Each is the end of a call. `machine`: Vonage has hung up on an answering machine. */
const failedStatuses = ["busy", "cancelled", "failed", "machine", "rejected", "timeout", "unanswered"];

/** By `detail`, else by status: https://developer.vonage.com/en/voice/voice-api/webhook-reference */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["invalid_number", "number_out_of_service"],
  blocked: ["restricted", "declined"],
  unanswered: ["busy", "machine", "timeout", "unanswered", "unavailable", "carrier_timeout"],
};
const detailed = Object.values(undeliveredCodes).flat();

/** https://developer.vonage.com/en/api/voice */
export const vonageVoice: ProviderApi = {
  createRequest: async (message, account) => ({
    headers: { "content-type": "application/json", authorization: `Bearer ${await signToken(account)}` },
    body: JSON.stringify({
      to: [{ type: "phone", number: `1${message.to}` }],
      from: { type: "phone", number: account.from },
      ncco: [{ action: "talk", text: message.text, language: `${message.language}-CA` }],
      machine_detection: "hangup",
    }),
  }),

  readResponse: ({ status, body }) =>
    isSuccess(status) ? accepted(success.safeParse(body).data?.uuid) : deliveryOfStatus(status),

  readReceipts: async (post, secret) => {
    if (!(await isSigned(post, secret))) return undefined;
    const { data } = event.safeParse(parseJson(post.body));
    const isDelivered = data?.status === "completed";
    if (data === undefined || !(isDelivered || failedStatuses.includes(data.status))) return [];
    const code = detailed.includes(data.detail) ? data.detail : data.status;
    return [receiptOf(data.uuid, { isDelivered, code, reasons: undeliveredCodes })];
  },
};

/** The secret of the URL is the application's private key: the base64 of its PEM file. */
function signToken({ user, secret }: ProviderAccount): Promise<string> {
  const key = createPrivateKey(Buffer.from(secret, "base64"));
  return new SignJWT({ application_id: user })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuedAt()
    .setExpirationTime("5 minutes")
    .setJti(randomUUID())
    .sign(key);
}

/** The token in the header covers the body: https://developer.vonage.com/en/getting-started/concepts/webhooks */
async function isSigned({ headers, body }: ReceiptPost, secret: string): Promise<boolean> {
  const [, token = ""] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
  const options = { algorithms: ["HS256"], maxTokenAge: "5 minutes", clockTolerance: "1 minute" };
  const verified = await jwtVerify(token, new TextEncoder().encode(secret), options).catch(() => undefined);
  const bodyHash = createHash("sha256").update(body).digest("hex");
  return isSameText(String(verified?.payload.payload_hash ?? ""), bodyHash);
}
