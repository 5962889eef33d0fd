import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { acceptedDelivery, later, refusedDelivery, startProvider } from "./test/provider-server.ts";
import { callMessage as message } from "./test/text-message.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const infobip = (groupName: string, name: string) => ({
  messages: [{ to: "15145550142", messageId: message.id, status: { groupId: 1, groupName, id: 26, name } }],
});
const vonageError = (title: string) => ({ type: "https://developer.vonage.com/api-errors", title, detail: "No" });

/** What each provider documents. */
const providers = {
  twilio: {
    from: "+15145550100",
    path: "/2010-04-01/Accounts/AC1/Calls.json",
    credentials: "AC1:s3cret",
    success: [201, { sid: "CA0123456789abcdef0123456789abcdef", status: "queued" }],
    id: "CA0123456789abcdef0123456789abcdef",
    authorization: `Basic ${Buffer.from("AC1:s3cret").toString("base64")}`,
    body: {
      To: "+15145550142",
      From: "+15145550100",
      Twiml:
        '<Response><Pause/><Say language="fr-CA">Bonjour, ici Belair &amp; fils.</Say><Pause/>' +
        '<Say language="fr-CA">Votre code est : 1, 2, 3, 4, 5, 6.</Say><Pause/>' +
        '<Say language="fr-CA">Je répète, votre code est : 1, 2, 3, 4, 5, 6.</Say></Response>',
      Timeout: "20",
    },
    rows: [
      [400, { code: 21211, status: 400 }, refusedDelivery("voice 400 21211")],
      [400, { code: 13225, status: 400 }, refusedDelivery("voice 400 13225")],
      [400, { code: 21210, status: 400 }, later("voice 400 21210")],
      [401, { code: 20003, status: 401 }, later("voice 401 20003")],
      [503, "<html>", later("voice 503")],
    ],
  },
  vonage: {
    from: "15145550100",
    path: "/v1/calls",
    credentials: `78d335fa-323d-0114-9c3d-d6f0d48968cf:${Buffer.from(pem).toString("base64url")}`,
    success: [201, { uuid: "63f61863-4a51-4f6b-86e1-46edebcf9356", status: "started", direction: "outbound" }],
    id: "63f61863-4a51-4f6b-86e1-46edebcf9356",
    authorization: expect.stringMatching(/^Bearer ey/),
    body: {
      to: [{ type: "phone", number: "15145550142" }],
      from: { type: "phone", number: "15145550100" },
      ncco: [{ action: "talk", text: message.text, language: "fr-CA" }],
      machine_detection: "hangup",
    },
    rows: [
      [401, vonageError("Unauthorized"), later("voice 401")],
      [429, "", later("voice 429")],
      [400, vonageError("Bad request"), refusedDelivery("voice 400")],
      [500, "<html>", later("voice 500")],
      [201, "<html>", acceptedDelivery(null)],
    ],
  },
  infobip: {
    from: "15145550100",
    path: "/tts/3/advanced",
    credentials: "KEY",
    success: [200, infobip("PENDING", "PENDING_ACCEPTED")],
    id: message.id,
    authorization: "App KEY",
    body: {
      messages: [
        {
          from: "15145550100",
          destinations: [{ to: "15145550142", messageId: message.id }],
          text: message.text,
          language: "fr-ca",
          machineDetection: "hangup",
        },
      ],
    },
    rows: [
      [200, infobip("REJECTED", "REJECTED_DESTINATION"), refusedDelivery("voice infobip REJECTED_DESTINATION")],
      [200, infobip("REJECTED", "REJECTED_NOT_ENOUGH_CREDITS"), later("voice infobip REJECTED_NOT_ENOUGH_CREDITS")],
      [200, "<html>", later("voice unreadable")],
      [401, {}, later("voice 401")],
    ],
  },
} as const;
const names = Object.keys(providers) as (keyof typeof providers)[];
const caseOf = (api: (typeof names)[number]) => {
  const { from, path, credentials } = providers[api];
  return { channel: "voice", api, message, path, credentials, from } as const;
};

describe("a call by a built-in provider", () => {
  it.each(names)("is ordered from %s with the digits one by one, twice, in the person's language", async (name) => {
    const { success, id, authorization, body, path } = providers[name];
    const { deliver, received } = await startProvider(caseOf(name), success);
    expect(await deliver()).toEqual(acceptedDelivery(id));
    const [first] = received;
    expect(first).toMatchObject({ method: "POST", url: path });
    expect(first?.headers.authorization).toEqual(authorization);
    const isForm = first?.headers["content-type"] === "application/x-www-form-urlencoded";
    const sent = first?.body ?? "";
    expect(isForm ? Object.fromEntries(new URLSearchParams(sent)) : JSON.parse(sent)).toEqual(body);
  });

  it.each(
    names.flatMap((name) => providers[name].rows.map(([status, body, delivery]) => ({ name, status, body, delivery }))),
  )(
    "F-16 by $name, answered $status, is $delivery.kind ($delivery.fault)",
    async ({ name, status, body, delivery }) => {
      expect(await (await startProvider(caseOf(name), [status, body])).deliver()).toEqual(delivery);
    },
  );

  it.each(names)("F-16 by %s is retried when the provider is slow or unavailable", async (name) => {
    const { deliver, close } = await startProvider(caseOf(name));
    expect(await deliver()).toEqual(later("voice slow"));
    await close();
    expect(await deliver()).toEqual(later("voice away"));
  });

  it("is signed for Vonage by the application's key", async () => {
    const { deliver, received } = await startProvider(caseOf("vonage"), [201, {}]);
    await deliver();
    const token = received[0]?.headers.authorization?.replace("Bearer ", "") ?? "";
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ["RS256"] });
    expect(payload).toMatchObject({ application_id: "78d335fa-323d-0114-9c3d-d6f0d48968cf" });
    expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("names the URL of receipts for Twilio where they are accepted", async () => {
    const { deliver, received } = await startProvider({ ...caseOf("twilio"), receiptSecret: "token" }, [201, {}]);
    await deliver();
    const form = new URLSearchParams(received[0]?.body);
    expect(form.get("StatusCallback")).toBe("https://portal.belair.example/api/receipts/voice/twilio");
  });

  it("speaks Canadian English to a person who reads English", async () => {
    const english = { ...message, language: "en" as const };
    const { deliver, received } = await startProvider({ ...caseOf("vonage"), message: english }, [201, {}]);
    await deliver();
    expect(JSON.parse(received[0]?.body ?? "").ncco[0].language).toBe("en-CA");
  });
});
