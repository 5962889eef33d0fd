import { z } from "zod";
import { isSameText } from "../platform/same-text.rule.ts";
import type { Delivery } from "./message-provider.port.ts";
import type { ProviderResponse, ReceiptPost } from "./provider-api.port.ts";
import { accepted, isSuccess } from "./provider-response.rule.ts";
import { hmac } from "./receipt.rule.ts";

const success = z.object({ sid: z.string() });
const failure = z.object({ code: z.number().int() });

/** The response to a message or call; `refusedCodes` are the errors that no repetition mends. */
export function readTwilioResponse({ status, body }: ProviderResponse, refusedCodes: readonly number[]): Delivery {
  if (isSuccess(status)) return accepted(success.safeParse(body).data?.sid);
  const code = failure.safeParse(body).data?.code;
  const fault = code === undefined ? String(status) : `${status} ${code}`;
  return { kind: code !== undefined && refusedCodes.includes(code) ? "refused" : "later", fault };
}

/**
 * The form of a status callback; undefined where its signature by the account's auth token is wrong:
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function readTwilioForm({ url, headers, body }: ReceiptPost, authToken: string): URLSearchParams | undefined {
  const form = new URLSearchParams(body);
  const signed = url + [...form].toSorted(byName).flat().join("");
  const signature = hmac("sha1", { secret: authToken, text: signed }).toString("base64");
  return isSameText(headers.get("x-twilio-signature") ?? "", signature) ? form : undefined;
}

function byName([one]: [string, string], [other]: [string, string]): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
