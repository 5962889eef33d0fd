import { expect, test } from "vitest";
import { faultsOf, settingsOf } from "./test/test-settings.ts";

const database = (host: string) => ({ DEMO: "1", DATABASE_URL: `postgres://portal:x@${host}` });

test.each<Record<string, string>>([
  database("203.0.113.5/portal"),
  database("db.insurer.example/portal"),
  database("db.insurer.example/portal?application_name=portal"),
  { SMS_URL: "http://TOKEN@sms.example/v1/messages" },
  { SMS_URL: "http://[2001:db8::1]/v1/messages" },
  { SMTP_URL: "smtp://mail.example:25?ignoreTLS=true" },
  { SMTP_URL: "smtps://user:pass@mail.example?tls.rejectUnauthorized=false" },
  { API_URL: "http://api.insurer.example" },
])("refuses a connection over the internet without TLS: %j", (environment) => {
  const [name] = Object.keys(environment).filter((one) => one !== "DEMO");
  expect(faultsOf(environment).map((fault) => fault.name)).toEqual([name]);
});

test.each<Record<string, string>>([
  database("db.insurer.example/portal?sslmode=disable"),
  database("db.insurer.example/portal?sslmode=no-verify"),
  database("db.insurer.example/portal?sslmode=require&uselibpqcompat=true"),
  database("10.0.0.5/portal"),
  database("db.internal/portal?ssl=false"),
  database("db/portal"),
  { SMS_URL: "http://TOKEN@sms.internal/v1/messages" },
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
  { SMTP_URL: "smtps://user:pass@mail.example" },
  { SMTP_URL: "smtp://user:pass@mail.example:587" },
  { SMTP_URL: "smtp://localhost:1025" },
])("accepts a connection that is encrypted or local without a warning: %j", (environment) => {
  expect(settingsOf(environment).warnings).toEqual([]);
});
