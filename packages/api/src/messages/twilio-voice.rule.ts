import type { OutgoingMessage } from "./message-provider.port.ts";
import type { ProviderApi } from "./provider-api.port.ts";
import { basicAuthorization } from "./provider-response.rule.ts";
import { type ReasonCodes, receiptOf } from "./receipt.rule.ts";
import { readTwilioForm, readTwilioResponse } from "./twilio-account.rule.ts";

/** Errors about the number that is called: not valid (21211), no phone number (13224, 21217), blocked (13225). */
const refusedCodes = [13224, 13225, 21211, 21217];

/** Twilio answers with the end of the call, and its SIP response where it failed. */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["404", "410", "484", "604"],
  unanswered: ["busy", "no-answer"],
};

/** An answering machine usually begins after 25 seconds; a call whose TwiML is in the request cannot hang up on one. */
const ringSeconds = 20;

/** https://www.twilio.com/docs/voice/api/call-resource */
export const twilioVoice: ProviderApi = {
  createRequest: (message, account) => ({
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: basicAuthorization(account),
    },
    body: new URLSearchParams({
      To: `+1${message.to}`,
      From: account.from,
      Twiml: twimlOf(message),
      Timeout: String(ringSeconds),
      ...(account.receiptUrl !== undefined && { StatusCallback: account.receiptUrl }),
    }).toString(),
  }),

  readResponse: (response) => readTwilioResponse(response, refusedCodes),

  readReceipts: (post, secret) => {
    const form = readTwilioForm(post, secret);
    if (form === undefined) return undefined;
    const id = form.get("CallSid");
    const status = form.get("CallStatus") ?? "";
    if (id === null || !["completed", "busy", "no-answer", "failed", "canceled"].includes(status)) return [];
    const code = status === "failed" ? (form.get("SipResponseCode") ?? "") : status;
    return [receiptOf(id, { isDelivered: status === "completed", code, reasons: undeliveredCodes })];
  },
};

/** Each line is a sentence with a pause after it; commas between digits are pauses too. */
function twimlOf({ text, language }: OutgoingMessage): string {
  const sentences = text.split("\n").map((sentence) => `<Say language="${language}-CA">${escapeXml(sentence)}</Say>`);
  return `<Response><Pause/>${sentences.join("<Pause/>")}</Response>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
