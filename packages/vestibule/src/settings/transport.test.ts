import { describe, expect, test } from "vitest";
import { receiptSources } from "./provider-settings.rule.ts";
import { errorsOf, settingsOf } from "./test/test-settings.ts";

const database = (host: string) => ({ DEMO: "1", DATABASE_URL: `postgres://portal:x@${host}` });

test.each<Record<string, string>>([
  database("203.0.113.5/portal"),
  database("db.insurer.example/portal"),
  database("db.insurer.example/portal?application_name=portal"),
  { SMS_URL: "http://TOKEN@sms.example/v1/messages" },
  { SMS_URL: "http://[2001:db8::1]/v1/messages" },
  { VOICE_URL: "http://TOKEN@voice.example/v1/calls" },
  { SMTP_URL: "smtp://mail.example:25?ignoreTLS=true" },
  { SMTP_URL: "smtps://user:pass@mail.example?tls.rejectUnauthorized=false" },
  { API_URL: "http://api.insurer.example" },
])("refuses a connection over the internet without TLS: %j", (environment) => {
  const [name] = Object.keys(environment).filter((one) => one !== "DEMO");
  expect(errorsOf(environment).map((fault) => fault.name)).toEqual([name]);
});

test.each<Record<string, string>>([
  database("db.insurer.example/portal?sslmode=disable"),
  database("db.insurer.example/portal?sslmode=no-verify"),
  database("db.insurer.example/portal?sslmode=require&uselibpqcompat=true"),
  database("10.0.0.5/portal"),
  database("db.internal/portal?ssl=false"),
  database("db/portal"),
  { SMS_URL: "http://TOKEN@sms.internal/v1/messages" },
  { VOICE_URL: "http://TOKEN@voice.internal/v1/calls" },
  { SMTP_URL: "smtp://192.168.1.5:25" },
  { SMTP_URL: "smtp://mail.example:25" },
])("warns of a connection without TLS that may be intended: %j", (environment) => {
  const [name] = Object.keys(environment).filter((one) => one !== "DEMO");
  expect(settingsOf(environment).warnings.map((warning) => warning.name)).toEqual([name]);
});

test.each<Record<string, string>>([
  database("db.insurer.example/portal?sslmode=verify-full"),
  database("db.insurer.example/portal?ssl=true"),
  { ...database("db.insurer.example/portal"), PGSSLMODE: "verify-full" },
  database("127.0.0.1/portal"),
  database("/portal?host=%2Ftmp%2Fsocket"),
  { SMS_URL: "https://TOKEN@sms.example/v1/messages" },
  { SMS_URL: "http://TOKEN@localhost:4005/v1/messages" },
  { VOICE_URL: "https://TOKEN@voice.example/v1/calls" },
  { SMTP_URL: "smtps://user:pass@mail.example" },
  { SMTP_URL: "smtp://user:pass@mail.example:587" },
  { SMTP_URL: "smtp://localhost:1025" },
])("accepts a connection that is encrypted or local without a warning: %j", (environment) => {
  expect(settingsOf(environment).warnings).toEqual([]);
});

describe("a provider of messages over HTTP", () => {
  const call = { VOICE_PROVIDER: "twilio", VOICE_FROM: "+15145550100", VOICE_URL: "https://AC1:secret@voice.example/" };
  const twilio = { SMS_PROVIDER: "twilio", SMS_FROM: "+15145550100", SMS_URL: "https://AC1:secret@sms.example/" };

  test.each<[string, Record<string, string>, string[]]>([
    ["twilio without a URL and a sender", { SMS_PROVIDER: "twilio" }, ["SMS_URL", "SMS_FROM"]],
    ["twilio without a secret", { ...twilio, SMS_URL: "https://AC1@sms.example/" }, ["SMS_URL"]],
    ["infobip without a key", { ...twilio, SMS_PROVIDER: "infobip", SMS_URL: "https://sms.example/" }, ["SMS_URL"]],
    ["a second provider without a first", { SMS_FALLBACK_URL: "https://KEY@sms.example/" }, ["SMS_URL"]],
    [
      "a second provider without a URL and a sender",
      { SMS_URL: "https://KEY@sms.example/", SMS_FALLBACK_PROVIDER: "vonage" },
      ["SMS_FALLBACK_URL", "SMS_FALLBACK_FROM"],
    ],
    ["receipts without a URL", { SMS_RECEIPT_SECRET: `whsec_${"A".repeat(43)}=` }, ["SMS_RECEIPT_SECRET"]],
    [
      "a secret of the generic provider's receipts that is no webhook secret",
      { SMS_URL: "https://KEY@sms.example/", SMS_RECEIPT_SECRET: "a-secret" },
      ["SMS_RECEIPT_SECRET"],
    ],
    ["an unknown name", { ...twilio, SMS_PROVIDER: "Twilio" }, ["SMS_PROVIDER"]],
    [
      "receipts of aws that name no topic",
      { ...twilio, SMS_PROVIDER: "aws", SMS_RECEIPT_SECRET: "a-secret" },
      ["SMS_RECEIPT_SECRET"],
    ],
    ["calls by twilio without a sender", { ...call, VOICE_FROM: "" }, ["VOICE_FROM"]],
    ["a second provider of calls without a first", { VOICE_FALLBACK_URL: "https://KEY@voice.example/" }, ["VOICE_URL"]],
    ["email without the name of its provider", { EMAIL_URL: "https://KEY@mail.example/" }, ["EMAIL_PROVIDER"]],
    ["a provider of email without its URL", { EMAIL_PROVIDER: "postmark" }, ["EMAIL_URL"]],
    ["postmark without a token", { EMAIL_PROVIDER: "postmark", EMAIL_URL: "https://mail.example/" }, ["EMAIL_URL"]],
    ["ses without a secret key", { EMAIL_PROVIDER: "ses", EMAIL_URL: "https://KEY@mail.example/" }, ["EMAIL_URL"]],
  ])("is refused: %s", (_case, environment, names) => {
    expect(errorsOf(environment).map((fault) => fault.name)).toEqual(names);
  });

  test("is accepted with a URL, its credentials and a sender", () => {
    expect(settingsOf(twilio)).toMatchObject({
      smsProviders: [{ api: "twilio", url: twilio.SMS_URL, from: "+15145550100" }],
      warnings: [],
    });
    expect(settingsOf({ ...twilio, SMS_RECEIPT_SECRET: "auth-token" })).toMatchObject({
      smsProviders: [{ api: "twilio", receiptSecret: "auth-token" }],
    });
    const key = { ...twilio, SMS_PROVIDER: "infobip", SMS_URL: "https://KEY@sms.example/" };
    expect(settingsOf(key)).toMatchObject({ smsProviders: [{ api: "infobip" }], warnings: [] });
  });

  test("is followed by the one that takes over", () => {
    const second = { SMS_FALLBACK_URL: "https://KEY@other.example/" };
    expect(settingsOf({ ...twilio, ...second }).smsProviders.map(({ api }) => api)).toEqual(["twilio", "generic"]);
  });

  test("is accepted for email and calls, with what proves their receipts", () => {
    const topic = "arn:aws:sns:ca-central-1:123456789012:mail";
    const ses = { EMAIL_PROVIDER: "ses", EMAIL_URL: "https://KEY:SECRET@mail.example/", EMAIL_RECEIPT_SECRET: topic };
    const second = { VOICE_FALLBACK_URL: "https://KEY@other.example/", VOICE_RECEIPT_SECRET: "auth-token" };
    const settings = settingsOf({ ...ses, ...call, ...second });
    expect(settings.warnings).toEqual([]);
    expect(settings.voiceProviders.map(({ api }) => api)).toEqual(["twilio", "generic"]);
    expect(receiptSources(settings)).toEqual([
      { channel: "email", api: "ses", secret: topic },
      { channel: "voice", api: "twilio", secret: "auth-token" },
    ]);
  });

  test("warns of a sender that the generic provider does not use", () => {
    const { warnings } = settingsOf({ SMS_FROM: "+15145550100" });
    expect(warnings.map((warning) => warning.name)).toEqual(["SMS_FROM"]);
  });
});
