import { infobipHeaders, readInfobipReports, readInfobipResponse } from "./infobip-account.rule.ts";
import type { ProviderApi } from "./provider-api.port.ts";
import type { ReasonCodes } from "./receipt.rule.ts";

/** https://www.infobip.com/docs/developer-resources/api-fundamentals/error-code-reference */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["EC_VOICE_ERROR_DESTINATION_NOT_FOUND"],
  unanswered: ["EC_VOICE_USER_BUSY", "EC_VOICE_NO_ANSWER"],
  blocked: ["EC_VOICE_ERROR_FORBIDDEN"],
};

/** https://www.infobip.com/docs/api/channels/voice/voice-message/send-advanced-voice-tts */
export const infobipVoice: ProviderApi = {
  createRequest: (message, account) => ({
    headers: infobipHeaders(account),
    body: JSON.stringify({
      messages: [
        {
          from: account.from,
          destinations: [{ to: `1${message.to}`, messageId: message.id }],
          text: message.text,
          language: `${message.language}-ca`,
          machineDetection: "hangup",
        },
      ],
    }),
  }),
  readResponse: readInfobipResponse,
  readReceipts: (post, secret) => readInfobipReports(post, { secret, reasons: undeliveredCodes }),
};
