import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { useCommands } from "./command-line.ts";
import { temporaryFolder } from "./spawned-server.ts";

const run = useCommands();
let folder: ReturnType<typeof temporaryFolder>;
let database: TestDatabase;
beforeAll(async () => {
  folder = temporaryFolder();
  database = await testDatabase();
  const book = join(folder.path, "book.csv");
  const columns = "company,policyNumber,line,year,province,role,firstName,lastName,dateOfBirth,postalCode,email";
  const others = "cellPhone,licenceProvince,licenceNumber,ubi,pin,language,registry";
  const person = "belair,KLM1234,auto,2026,qc,40,Maëlle,St-Onge,1988-02-29,H2X 1Y4,maelle@courrier.example";
  writeFileSync(book, `${columns},${others}\n${person},,,,,,fr,smart\n`);
  const { output } = await vestibule(["policies", "import", book]);
  expect(output).toMatch(/^Imported: 1 row/);
});
afterAll(async () => {
  await database.close();
  folder.remove();
});

const vestibule = (words: readonly string[]) =>
  run(words, { DATA_DIR: folder.path, DEMO: "1", DATABASE_URL: database.url });

const order = { policy: "klm-1234", company: "belair", role: "40", action: "DEFPWD_REGISTER", src: "crm3" };
const issue = (over: Partial<typeof order> & Record<string, string> = {}, ...flags: string[]) =>
  vestibule([
    "link",
    "issue",
    ...Object.entries({ ...order, ...over }).flatMap(([name, value]) => [`--${name}`, value]),
    ...flags,
  ]);
const rowsOf = async (query: string) => (await database.pool.query(query)).rows;
const counts = async () =>
  (
    await rowsOf(`select (select count(*)::int from link) as links,
      (select count(*)::int from notification) as mails,
      (select count(*)::int from audit_event where event = 'link.issued') as events`)
  )[0];

describe("vestibule link issue", () => {
  test("prints only the URL, leaves the message to a server and records the operator in the audit trail", async () => {
    const before = await counts();
    const { code, output, complaint } = await issue({ "expires-in-hours": "2" });
    expect([code, complaint]).toEqual([0, ""]);
    expect(output).toMatch(/^https?:\/\/\S+\/\?token=[\w-]{43}&src=crm3&language=fr&province=qc\n$/);
    expect(await counts()).toEqual({ links: before.links + 1, mails: before.mails + 1, events: before.events + 1 });

    const token = new URL(output.trim()).searchParams.get("token") ?? "";
    const [mail] = await rowsOf("select recipient, facts from notification order by queued_at desc limit 1");
    expect(mail).toMatchObject({ recipient: "maelle@courrier.example", facts: { link: output.trim() } });
    const [event] = await rowsOf("select actor, facts from audit_event order by id desc limit 1");
    const [link] = await rowsOf(
      `select expires_at, extract(epoch from expires_at - issued_at)::int / 3600 as hours
       from link order by issued_at desc limit 1`,
    );
    expect(event).toEqual({
      actor: `operator:${userInfo().username}`,
      facts: {
        action: "DEFPWD_REGISTER",
        source: "crm3",
        message: "sent",
        role: 40,
        journey: "link",
        language: "fr",
        province: "qc",
        expiresAt: link.expires_at.toISOString(),
      },
    });
    expect(JSON.stringify(event)).not.toContain(token);
    expect(link.hours).toBe(2);
  });

  test("sends no message with --no-message and records it in the audit trail", async () => {
    const before = await counts();
    expect((await issue({}, "--no-message")).code).toBe(0);
    expect(await counts()).toEqual({ ...before, links: before.links + 1, events: before.events + 1 });
    const [event] = await rowsOf("select facts from audit_event order by id desc limit 1");
    expect(event.facts.message).toBe("withheld");
  });

  test("refuses an invalid order with a plain reason and issues nothing", async () => {
    const before = await counts();
    const refusals: [Record<string, string>, string][] = [
      [{ policy: "ZZZ0000" }, "No link: the policy has no person with this role."],
      [{ action: "RESETPWD_LOGIN" }, "No link: the action requires an account, and the person has none."],
      [{ src: "elsewhere" }, "--src"],
      [{ "expires-in-hours": "soon" }, "expiresInHours: "],
    ];
    for (const [over, complaint] of refusals)
      expect(await issue(over)).toEqual({ code: 1, output: "", complaint: expect.stringContaining(complaint) });
    expect(await counts()).toEqual(before);
  });
});
