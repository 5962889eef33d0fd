import { describe, expect, it } from "vitest";
import { acceptedDelivery, awsSignatureOf, later, refusedDelivery, startProvider } from "./test/provider-server.ts";
import { emailMessage as message } from "./test/text-message.ts";

const secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const postmark = (ErrorCode: number, Message: string) => ({ ErrorCode, Message });
const ses = (__type: string) => ({ __type, message: "No" });

/** What each provider documents. */
const providers = {
  postmark: {
    path: "/email",
    credentials: "SERVER-TOKEN",
    success: [200, { To: message.to, MessageID: "0a129aee-e1cd-480d-b08d-4f48548ff48d", ...postmark(0, "OK") }],
    id: "0a129aee-e1cd-480d-b08d-4f48548ff48d",
    rows: [
      [
        422,
        postmark(406, "You tried to send to a recipient that has been marked as inactive."),
        refusedDelivery("email 422 406"),
      ],
      [422, postmark(300, "Invalid email request"), later("email 422 300")],
      [422, postmark(405, "Not allowed to send"), later("email 422 405")],
      [401, postmark(10, "Bad or missing API token"), later("email 401 10")],
      [429, "", later("email 429")],
      [500, "<html>", later("email 500")],
      [200, "<html>", acceptedDelivery(null)],
    ],
  },
  ses: {
    path: "/v2/email/outbound-emails",
    credentials: `AKIDEXAMPLE:${encodeURIComponent(secretKey)}`,
    success: [200, { MessageId: "0100018c-4f9e-4f9d-a0c7-example-000000" }],
    id: "0100018c-4f9e-4f9d-a0c7-example-000000",
    rows: [
      [400, ses("MessageRejected"), later("email 400")],
      [400, ses("MailFromDomainNotVerifiedException"), later("email 400")],
      [403, ses("SignatureDoesNotMatch"), later("email 403")],
      [429, ses("TooManyRequestsException"), later("email 429")],
      [503, "<html>", later("email 503")],
      [200, "<html>", acceptedDelivery(null)],
    ],
  },
} as const;
const names = Object.keys(providers) as (keyof typeof providers)[];
const caseOf = (api: (typeof names)[number]) => {
  const { path, credentials } = providers[api];
  return { channel: "email", api, message, path, credentials } as const;
};

describe("an email by a provider over HTTP", () => {
  it.each(names)("is accepted by %s, and the provider's id is returned", async (name) => {
    const { success, id, path } = providers[name];
    const { deliver, received } = await startProvider(caseOf(name), success);
    expect(await deliver()).toEqual(acceptedDelivery(id));
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: "POST", url: path, headers: { "content-type": "application/json" } });
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
    expect(await deliver()).toEqual(later("email slow"));
    await close();
    expect(await deliver()).toEqual(later("email away"));
  });

  it.each(names)("is refused before %s gets it where the recipient is not one address", async (name) => {
    const two = { ...message, to: "eloise@exemple.ca, other@exemple.ca" };
    const { deliver, received } = await startProvider({ ...caseOf(name), message: two }, [200, {}]);
    expect(await deliver()).toEqual(refusedDelivery("email"));
    expect(received).toEqual([]);
  });

  it("is sent to Postmark with both parts, the wordmark and the headers of automatic mail", async () => {
    const odd = { ...message, from: { name: 'Belair "et\r\nfils"', address: message.from.address } };
    const { deliver, received } = await startProvider({ ...caseOf("postmark"), message: odd }, [200, {}]);
    await deliver();
    expect(received[0]?.headers["x-postmark-server-token"]).toBe("SERVER-TOKEN");
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      From: '"Belair et fils" <no-reply@belair.example>',
      To: "eloise@exemple.ca",
      Subject: message.subject,
      TextBody: message.text,
      HtmlBody: message.html,
      Headers: [
        { Name: "Content-Language", Value: "fr-CA" },
        { Name: "Auto-Submitted", Value: "auto-generated" },
        { Name: "X-Auto-Response-Suppress", Value: "All" },
      ],
      MessageStream: "outbound",
      Attachments: [{ Name: "wordmark.png", Content: "iVBORw==", ContentType: "image/png", ContentID: "cid:wordmark" }],
    });
  });

  it("is sent to SES as the MIME message of SMTP, signed as AWS computes it", async () => {
    const { deliver, received } = await startProvider(caseOf("ses"), [200, {}]);
    await deliver();
    const [request] = received;
    if (request === undefined) throw new Error("nothing was sent");
    const { Content, ...envelope } = JSON.parse(request.body);
    expect(envelope).toEqual({
      FromEmailAddress: "no-reply@belair.example",
      Destination: { ToAddresses: ["eloise@exemple.ca"] },
    });
    const mime = Buffer.from(Content.Raw.Data, "base64").toString();
    for (const part of [
      "From: Belair <no-reply@belair.example>",
      "To: eloise@exemple.ca",
      `Message-ID: <${message.id}@belair.example>`,
      "Auto-Submitted: auto-generated",
      "Content-Type: text/plain",
      "Content-Type: text/html",
      "Content-Id: <wordmark>",
    ])
      expect(mime.toLowerCase()).toContain(part.toLowerCase());
    const { authorization = "" } = request.headers;
    expect(authorization).toContain("/us-east-1/ses/aws4_request");
    expect(/Signature=(\w+)/.exec(authorization)?.[1]).toBe(awsSignatureOf(request, secretKey));
  });
});

/** Rows of the test suite that AWS publishes for Signature Version 4. */
it.each([
  ["GET", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
  ["POST", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"],
])("the signature that these tests expect is that of AWS's own example (%s)", (method, signature) => {
  const authorization =
    "Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date,";
  const headers = { host: "example.amazonaws.com", "x-amz-date": "20150830T123600Z", authorization };
  expect(awsSignatureOf({ method, url: "/", headers, body: "" }, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")).toBe(
    signature,
  );
});
