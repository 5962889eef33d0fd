import { afterEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { jsonLog } from "./log.adapter.ts";

let opened: TestDatabase | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

function recorded() {
  const lines: string[] = [];
  return { lines, log: jsonLog({ level: "info", sink: { write: (line) => void lines.push(line) } }) };
}

test("writes an event as one line of JSON with its time, level and listed facts", () => {
  const { lines, log } = recorded();
  log.info("code.sent", { brand: "belair", channel: "SMS", attempt: 2 });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "code.sent", level: "info", channel: "SMS", attempt: 2 });
});

test("A-191 logs the name of an unlisted fact but never its value", () => {
  const { lines, log } = recorded();
  log.warn("odd", { email: "jean@example.ca", firstName: "Jean", nested: { password: "hunter22" } });
  expect(lines.join("")).not.toMatch(/jean|Jean|hunter22/);
  expect(JSON.parse(lines[0] ?? "").withheld).toEqual(["email", "firstName", "nested"]);
});

test.each(["jean@example.ca", "514-555-0123", "5145550123", "123456", "Jean Tremblay", "x\ny", "Élodie"])(
  "A-191 withholds a listed fact whose value is not an id: %j",
  (value) => {
    const { lines, log } = recorded();
    log.info("odd", { reason: value });
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ withheld: ["reason"] });
    expect(lines.join("")).not.toContain(JSON.stringify(value).slice(1, -1));
  },
);

test("A-190 keeps line breaks and escapes in an event's name within one line", () => {
  const { lines, log } = recorded();
  log.info('a\r\n{"level":"error"}\u001b[31m');
  expect(lines.join("").trimEnd().split("\n")).toHaveLength(1);
});

test("A-191 logs the name of a violated unique index, without the row that PostgreSQL quotes", async () => {
  opened = await testDatabase();
  const { lines, log } = recorded();
  await opened.pool.query("create table thing (email text constraint thing_email_once unique)");
  await opened.pool.query("insert into thing values ('jean@example.ca')");
  const fault = await opened.pool.query("insert into thing values ('jean@example.ca')").catch((error) => error);
  expect(fault.detail).toContain("jean@example.ca");
  log.error("request.fault", { fault });
  expect(lines.join("")).not.toContain("jean@");
  expect(JSON.parse(lines[0] ?? "").fault).toMatchObject({ code: "23505", constraint: "thing_email_once" });
});

test("A-191 logs the code of a failed cast, without the invalid value", async () => {
  opened = await testDatabase();
  const { lines, log } = recorded();
  const fault = await opened.pool.query("select 'Jean Tremblay'::date").catch((error) => error);
  expect(fault.message).toContain("Jean Tremblay");
  log.error("request.fault", { fault });
  expect(lines.join("")).not.toContain("Tremblay");
  expect(lines.join("")).toContain("22007");
});
