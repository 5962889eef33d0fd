import { infobipHeaders, readInfobipReports, readInfobipResponse } from "./infobip-account.rule.ts";
import type { ProviderApi } from "./provider-api.port.ts";
import type { ReasonCodes } from "./receipt.rule.ts";

/** https://www.infobip.com/docs/developer-resources/api-fundamentals/error-code-reference */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["EC_UNKNOWN_SUBSCRIBER"],
  unreachable: ["EC_ABSENT_SUBSCRIBER", "EC_ABSENT_SUBSCRIBER_SM", "EC_UNIDENTIFIED_SUBSCRIBER"],
  blocked: [
    "EC_CALL_BARRED",
    "EC_ILLEGAL_SUBSCRIBER",
    "EC_TELESERVICE_NOT_PROVISIONED",
    "EC_DEST_ADDRESS_BLACKLISTED",
    "EC_BLACKLISTED_DESTINATIONADDRESS",
  ],
};

/** https://www.infobip.com/docs/api/channels/sms */
export const infobipSms: ProviderApi = {
  createRequest: (message, account) => ({
    headers: infobipHeaders(account),
    body: JSON.stringify({
      messages: [
        {
          sender: account.from,
          destinations: [{ to: `1${message.to}`, messageId: message.id }],
          content: { text: message.text },
        },
      ],
    }),
  }),
  readResponse: readInfobipResponse,
  readReceipts: (post, secret) => readInfobipReports(post, { secret, reasons: undeliveredCodes }),
};
