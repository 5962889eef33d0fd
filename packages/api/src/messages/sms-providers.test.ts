import { describe, expect, it } from "vitest";
import { acceptedDelivery, awsSignatureOf, later, refusedDelivery, startProvider } from "./test/provider-server.ts";
import { textMessage as message } from "./test/text-message.ts";

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

const aws = (type: string, Reason?: string) => ({ __type: type, Message: "No", ...(Reason && { Reason }) });

/** What each provider documents that it answers. */
const providers = {
  twilio: {
    from: "+15145550100",
    path: "/2010-04-01/Accounts/AC1/Messages.json",
    credentials: "us%2Fer:s3cret",
    success: [201, { sid: "SM0123456789abcdef0123456789abcdef", status: "queued", error_code: null }],
    id: "SM0123456789abcdef0123456789abcdef",
    request: {
      contentType: "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("us/er:s3cret").toString("base64")}`,
      body: { To: "+15145550142", From: "+15145550100", Body: message.text },
    },
    rows: [
      [400, twilioError(21211, 400), refusedDelivery("sms 400 21211")],
      [400, twilioError(21610, 400), refusedDelivery("sms 400 21610")],
      [400, twilioError(21614, 400), refusedDelivery("sms 400 21614")],
      [400, twilioError(21635, 400), refusedDelivery("sms 400 21635")],
      [400, twilioError(21606, 400), later("sms 400 21606")],
      [400, twilioError(21608, 400), later("sms 400 21608")],
      [400, twilioError(21660, 400), later("sms 400 21660")],
      [400, "<html>", later("sms 400")],
      [401, twilioError(20003, 401), later("sms 401 20003")],
      [429, twilioError(20429, 429), later("sms 429 20429")],
      [503, "<html>", later("sms 503")],
      [201, "<html>", acceptedDelivery(null)],
    ],
  },
  vonage: {
    from: "15145550100",
    path: "/sms/json",
    credentials: "us%2Fer:s3cret",
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
      [200, vonage("6"), refusedDelivery("sms vonage 6")],
      [200, vonage("7"), refusedDelivery("sms vonage 7")],
      [200, vonage("33"), refusedDelivery("sms vonage 33")],
      [200, vonage("0", "7"), refusedDelivery("sms vonage 7")],
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
    credentials: "us%2Fer",
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
      [200, infobip("REJECTED", "REJECTED_DESTINATION"), refusedDelivery("sms infobip REJECTED_DESTINATION")],
      [200, infobip("REJECTED", "REJECTED_PREFIX_MISSING"), refusedDelivery("sms infobip REJECTED_PREFIX_MISSING")],
      [200, infobip("REJECTED", "REJECTED_DND"), refusedDelivery("sms infobip REJECTED_DND")],
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
      [200, infobip("REJECTED", "REJECTED_DUPLICATE_MESSAGE_ID"), acceptedDelivery(message.id)],
      [200, "<html>", later("sms unreadable")],
      [400, { requestError: {} }, refusedDelivery("sms 400")],
      [401, { requestError: {} }, later("sms 401")],
      [500, "", later("sms 500")],
    ],
  },
  aws: {
    from: "+15145550100",
    path: "/",
    credentials: "AKIDEXAMPLE:wJalrXUtnFEMI%2FK7MDENG+bPxRfiCYEXAMPLEKEY",
    success: [200, { MessageId: "862a8790-60c0-4430-9b2b-658bdexample" }],
    id: "862a8790-60c0-4430-9b2b-658bdexample",
    request: {
      contentType: "application/x-amz-json-1.0",
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/us-east-1\/sms-voice\/aws4_request, /,
      ),
      body: {
        DestinationPhoneNumber: "+15145550142",
        OriginationIdentity: "+15145550100",
        MessageBody: message.text,
        MessageType: "TRANSACTIONAL",
      },
    },
    rows: [
      [
        400,
        aws("ConflictException", "DESTINATION_PHONE_NUMBER_OPTED_OUT"),
        refusedDelivery("sms 400 DESTINATION_PHONE_NUMBER_OPTED_OUT"),
      ],
      [
        400,
        aws("ConflictException", "NO_ORIGINATION_IDENTITIES_FOUND"),
        later("sms 400 NO_ORIGINATION_IDENTITIES_FOUND"),
      ],
      [400, aws("ValidationException", "FIELD_VALIDATION_FAILED"), later("sms 400 FIELD_VALIDATION_FAILED")],
      [400, aws("ThrottlingException"), later("sms 400")],
      [403, aws("UnrecognizedClientException"), later("sms 403")],
      [500, "<html>", later("sms 500")],
      [200, "<html>", acceptedDelivery(null)],
    ],
  },
} as const;
const names = Object.keys(providers) as (keyof typeof providers)[];
const caseOf = (api: (typeof names)[number]) => {
  const { from, path, credentials } = providers[api];
  return { channel: "sms", api, message, path, credentials, from } as const;
};

describe("a text message to a built-in provider", () => {
  it.each(names)("is sent to %s in the provider's form, and the provider's id is returned", async (name) => {
    const { success, id, request, path } = providers[name];
    const { deliver, received } = await startProvider(caseOf(name), success);
    expect(await deliver()).toEqual(acceptedDelivery(id));
    const [first] = received;
    const body = first?.body ?? "";
    expect(received).toHaveLength(1);
    expect(first).toMatchObject({ method: "POST", url: path, headers: { "content-type": request.contentType } });
    expect(first?.headers.authorization).toEqual(request.authorization);
    const isForm = request.contentType === "application/x-www-form-urlencoded";
    expect(isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)).toEqual(request.body);
  });

  it.each(
    names.flatMap((name) => providers[name].rows.map(([status, body, delivery]) => ({ name, status, body, delivery }))),
  )(
    "F-16 to $name, answered $status, is $delivery.kind ($delivery.fault)",
    async ({ name, status, body, delivery }) => {
      expect(await (await startProvider(caseOf(name), [status, body])).deliver()).toEqual(delivery);
    },
  );

  it.each(names)("F-16 to %s is retried when the provider is slow or unavailable", async (name) => {
    const { deliver, close } = await startProvider(caseOf(name));
    expect(await deliver()).toEqual(later("sms slow"));
    await close();
    expect(await deliver()).toEqual(later("sms away"));
  });

  it("names a messaging service of Twilio in place of a number", async () => {
    const from = "MG0123456789abcdef0123456789abcdef";
    const { deliver, received } = await startProvider({ ...caseOf("twilio"), from }, [201, {}]);
    await deliver();
    const form = new URLSearchParams(received[0]?.body);
    expect([form.get("MessagingServiceSid"), form.get("From")]).toEqual([from, null]);
  });

  it("is signed as AWS computes it, and names the configuration set where receipts are accepted", async () => {
    const receiptSecret = "arn:aws:sns:ca-central-1:123456789012:texts";
    const { deliver, received } = await startProvider({ ...caseOf("aws"), receiptSecret }, [200, {}]);
    await deliver();
    const [request] = received;
    if (request === undefined) throw new Error("nothing was sent");
    expect(request.headers["x-amz-target"]).toBe("PinpointSMSVoiceV2.SendTextMessage");
    expect(JSON.parse(request.body)).toMatchObject({ ConfigurationSetName: "vestibule" });
    const [, signature] = /Signature=(\w+)/.exec(request.headers.authorization ?? "") ?? [];
    expect(signature).toBe(awsSignatureOf(request, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"));
  });
});
