import type { DirectoryPerson } from "@vestibule/contract/directory/policy-directory.endpoint.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { directoryPersonOf, directoryServer } from "../../../../../test/directory-server.ts";
import { closeAfterTests, openTestApi } from "../../../../../test/open-test-api.ts";
import { codeSentTo, createBody, otherThan, Visitor } from "../../../../../test/registration.ts";
import { httpDirectory } from "../../directory/http-directory.adapter.ts";
import { findAccountOfRow } from "../../identity/find-account-of-row.ts";
import { findRowsOfAccount } from "../../identity/find-rows.ts";
import { httpClient } from "../../platform/http-client.adapter.ts";

const first = directoryPersonOf();
const leo = directoryPersonOf({ firstName: "Léo" });
const people = [first, leo];
const server = closeAfterTests(await directoryServer({ people }));
const directory = httpDirectory(httpClient({ url: server.url, limitMilliseconds: 25_000 }));
const testApi = await openTestApi({ directory });

const emailOf = (person: DirectoryPerson) => person.email?.toLowerCase() ?? "";
const countersOf = async () => (await testApi.pool.query("select * from limit_window order by key")).rows as unknown[];

function breakDirectory() {
  server.failWith({ kind: "status", status: 503 });
  onTestFinished(() => server.failWith());
}

/** To the code page by e-mail, through the list of methods. */
async function toCode(person: DirectoryPerson): Promise<Visitor> {
  const visitor = await new Visitor(testApi.apis).start("policyHolder");
  await visitor.call("identify", { email: emailOf(person) });
  const options = await visitor.call("options");
  expect(options).toMatchObject({ data: [{ type: "EMAIL" }, { type: "SMS" }] });
  await visitor.call("send", options.kind === "ok" ? (options.data[0]?.id ?? "") : "");
  return visitor;
}

describe("a registration with a policy directory over HTTP", () => {
  test("leads from the e-mail on file to an account with the person's policies", async () => {
    const person = first;
    const visitor = await toCode(person);
    await visitor.verify(await codeSentTo(testApi, emailOf(person)));
    expect(await visitor.call("create", createBody)).toMatchObject({ kind: "ok" });
    const { rows } = await testApi.pool.query(
      "select policy_number from account_policy join account on account.id = account_id where email = $1",
      [emailOf(person)],
    );
    expect(rows).toEqual([{ policy_number: person.policyNumber }]);
  });

  test("joins the policies of the insurer's person id under any name, and none of a namesake", async () => {
    const known = { personId: "P-100", firstName: "Zoé", lastName: "Allard" };
    const onFile = directoryPersonOf(known);
    const married = directoryPersonOf({ ...known, lastName: "Bouchard", line: "home" });
    const namesake = directoryPersonOf({ ...known, personId: "P-101", cellPhone: onFile.cellPhone });
    const withoutId = directoryPersonOf({ ...known, personId: null });
    people.push(onFile, married, namesake, withoutId);
    const visitor = await toCode(onFile);
    await visitor.verify(await codeSentTo(testApi, emailOf(onFile)));
    expect(await visitor.call("create", createBody)).toMatchObject({ kind: "ok" });
    const accountId = (await testApi.pool.query("select id from account where email = $1", [emailOf(onFile)])).rows[0]
      .id;
    const rows = await findRowsOfAccount(testApi.deps, { companies: ["belair"], accountId });
    expect(rows.map(({ policyNumber }) => policyNumber).sort()).toEqual(
      [onFile.policyNumber, married.policyNumber].sort(),
    );
    const another = await toCode(namesake);
    await another.verify(await codeSentTo(testApi, emailOf(namesake)));
    expect(another.page()).toBe("CREATE");
  });

  describe.each([
    ["a person born the same day", { firstName: "Tom", lastName: "Gagnon" }],
    ["the child of the same names", { dateOfBirth: "2004-03-02" }],
    ["a namesake born the same day", {}],
  ])("of %s, who gets a previous id in a new numbering", (who, more) => {
    /** The insurer exchanges the ids of an account holder and another person. */
    async function renumberedPeople() {
      const [former, present] = [crypto.randomUUID(), crypto.randomUUID()];
      const names = { firstName: "Julie", lastName: `Roy ${who.slice(-3)}` };
      const known = directoryPersonOf({ ...names, personId: former });
      const other = directoryPersonOf({ ...names, ...more, personId: present });
      people.push(known, other);
      const visitor = await toCode(known);
      await visitor.verify(await codeSentTo(testApi, emailOf(known)));
      await visitor.call("create", createBody);
      Object.assign(known, { personId: present });
      Object.assign(other, { personId: former });
      return { known, other };
    }

    test("A-493 leads to an account of their own by the e-mail on file, and the holder to theirs", async () => {
      const { known, other } = await renumberedPeople();
      const another = await toCode(other);
      await another.verify(await codeSentTo(testApi, emailOf(other)));
      expect(another.page()).toBe("CREATE");
      expect(await another.call("create", createBody)).toMatchObject({ kind: "ok" });
      const again = await toCode(known);
      await again.verify(await codeSentTo(testApi, emailOf(known)));
      expect(again.page()).toBe("WELCOME_BACK");
    });

    test("A-493 finds no account of another by the policy number or the row", async () => {
      const { known, other } = await renumberedPeople();
      const { policyNumber, firstName, lastName, dateOfBirth } = other;
      const typed = { policyNumber, firstName, lastName, dateOfBirth, postalCode: "H2X 1Y4" };
      const visitor = await new Visitor(testApi.apis).start("policyHolder");
      await visitor.call("identify", { method: "policyNumber" });
      expect(await visitor.call("identify", typed)).toMatchObject({ kind: "ok" });
      expect(visitor.page()).toBe("VERIFY_OPTIONS");
      const accountOf = async ({ policyNumber }: DirectoryPerson) => {
        const [row] = await directory.findByPolicyNumber({ companies: ["belair"], policyNumber });
        return row && findAccountOfRow(testApi.deps, { brandId: "belair", row });
      };
      expect(await accountOf(other)).toBeUndefined();
      expect(await accountOf(known)).toMatchObject({ email: emailOf(known) });
    });
  });

  test("F-17 counts nothing while the directory is unavailable, and continues from the same page afterwards", async () => {
    const person = leo;
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    const before = await countersOf();
    breakDirectory();
    const away = { status: 503, error: { error: "DIRECTORY_UNAVAILABLE" }, retryAfterSeconds: 10 };
    for (let turn = 0; turn < 3; turn++)
      expect(await visitor.call("identify", { email: emailOf(person) })).toMatchObject(away);
    expect(await countersOf()).toEqual(before);
    server.failWith();
    await visitor.call("identify", { email: emailOf(person) });
    expect(visitor.page()).toBe("VERIFY_OPTIONS");
  });

  test("F-17 counts no attempt for a code while the directory is unavailable", async () => {
    const person = leo;
    const visitor = await toCode(person);
    const code = await codeSentTo(testApi, emailOf(person));
    const before = await countersOf();
    breakDirectory();
    expect(await visitor.verify(otherThan(code))).toMatchObject({ status: 503 });
    expect(await countersOf()).toEqual(before);
    server.failWith();
    expect(await visitor.verify(code)).toMatchObject({ kind: "ok" });
  });

  test("F-18 logs why an answer is not used, and nothing of the person", async () => {
    const person = leo;
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    server.failWith({ kind: "text", text: JSON.stringify({ people: [{ ...person, dateOfBirth: "unknown" }] }) });
    onTestFinished(() => server.failWith());
    testApi.logged.length = 0;
    expect(await visitor.call("identify", { email: emailOf(person) })).toMatchObject({ status: 500 });
    expect(testApi.logged.join()).toContain("people.0.dateOfBirth");
    expect(testApi.logged.join()).not.toMatch(/annuaire|Onge|DRY0|1988/);
  });
});

test("describes the directory's calls at /api/policy-directory/openapi.json", async () => {
  const response = await testApi.apis[0].request("/api/policy-directory/openapi.json");
  const { openapi, paths } = (await response.json()) as { openapi: string; paths: Record<string, unknown> };
  expect(openapi).toBe("3.1.0");
  expect(Object.keys(paths)).toHaveLength(5);
  expect(JSON.stringify(paths)).toContain("licenceProvince");
});
