import { describe, expect, onTestFinished, test } from "vitest";
import { testCertificate } from "../../../../test/certificates.ts";
import { directoryPersonOf, directoryServer } from "../../../../test/directory-server.ts";
import type { ServerFailure } from "../../../../test/loopback-server.ts";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { type HttpClientSettings, httpClient } from "../platform/http-client.adapter.ts";
import { DirectoryOutage, DirectoryUnavailable, withCircuitBreaker } from "./circuit-breaker.adapter.ts";
import { companyDirectory } from "./company-directory.adapter.ts";
import { httpDirectory } from "./http-directory.adapter.ts";
import type { PolicyDirectory } from "./policy-directory.port.ts";

const holder = directoryPersonOf({ language: "fr", ubi: true });
const driver = directoryPersonOf({
  policyNumber: holder.policyNumber,
  role: 80,
  firstName: "Léo",
  licenceNumber: null,
  licenceProvince: null,
  postalCode: null,
  email: null,
  cellPhone: null,
});
const second = directoryPersonOf({
  firstName: "MAELLE",
  lastName: "Saint Onge",
  company: "intact",
  registry: "legacy",
});
const server = closeAfterTests(await directoryServer({ people: [holder, driver, second] }));
const limitMilliseconds = 25_000;
const callLimits = { timeoutMilliseconds: limitMilliseconds, circuitFailures: 1000, circuitSeconds: 10 };
const directory = directoryAt({ url: server.url, limitMilliseconds });

const companies = ["belair"];
const email = holder.email?.toLowerCase() ?? "";
const byEmail = { companies, email, role: 40 } as const;

function directoryAt(settings: HttpClientSettings) {
  return withCircuitBreaker(httpDirectory(httpClient(settings)), callLimits);
}

function failWith(...failures: ServerFailure[]) {
  server.failWith(...failures);
  server.received.length = 0;
  onTestFinished(() => server.failWith());
}

describe("a policy directory over HTTP", () => {
  test("finds by e-mail, and reads a person in the form of this product", async () => {
    expect(await directory.findByEmail(byEmail)).toEqual([
      {
        id: `belair:${holder.id}`,
        company: "belair",
        policyNumber: holder.policyNumber,
        line: "auto",
        year: 2026,
        province: "qc",
        role: 40,
        firstName: "Maëlle",
        lastName: "St-Onge",
        dateOfBirth: "1988-02-29",
        personId: null,
        personKey: "maelle|saintonge|1988-02-29",
        postalCode: "H2X1Y4",
        email,
        emailAsTyped: holder.email,
        cellPhone: holder.cellPhone?.replaceAll("-", ""),
        emailSince: null,
        emailBefore: null,
        cellPhoneSince: null,
        cellPhoneBefore: null,
        licenceProvince: "qc",
        licenceNumber: "S531229028807",
        ubi: true,
        pinHash: null,
        pinSpent: false,
        language: "fr",
        registry: "smart",
      },
    ]);
    expect(await directory.findByEmail({ ...byEmail, role: 80 })).toEqual([]);
  });

  test("reads a name of one letter and an e-mail of a domain of one letter, which a form would refuse", async () => {
    const short = directoryPersonOf({ policyNumber: "J1Q0001", firstName: "Q", email: "qi@q.com" });
    const { url } = closeAfterTests(await directoryServer({ people: [short] }));
    const found = await directoryAt({ url, limitMilliseconds }).findByPolicyNumber({
      companies,
      policyNumber: "J1Q0001",
    });
    expect(found).toMatchObject([{ firstName: "Q", email: "qi@q.com" }]);
  });

  test.each(["0", "000", "NULL", "n/a"])("A-451 reads the person id %s as none", async (personId) => {
    const one = directoryPersonOf({ email: "sans@courrier.example", personId });
    const other = closeAfterTests(await directoryServer({ people: [one] }));
    const [read] = await directoryAt({ url: other.url, limitMilliseconds }).findByEmail({
      ...byEmail,
      email: "sans@courrier.example",
    });
    expect(read).toMatchObject({ email: "sans@courrier.example", personId: null });
  });

  test("reads a name without invisible characters, and a letter with its accents as one character", async () => {
    const lastName = "Nguyễn".normalize("NFD");
    const odd = directoryPersonOf({
      policyNumber: "J1Q0002",
      firstName: "Thị\u202e \u00a0Ánh ".normalize("NFD"),
      lastName,
    });
    const { url } = closeAfterTests(await directoryServer({ people: [odd] }));
    const [person] = await directoryAt({ url, limitMilliseconds }).findByPolicyNumber({
      companies,
      policyNumber: "J1Q0002",
    });
    expect(person).toMatchObject({ firstName: "Thị Ánh", lastName: "Nguyễn" });
  });

  test("reads since when a contact is on file, and what it replaced", async () => {
    const changed = directoryPersonOf({
      emailSince: "2026-11-28T09:05:00-05:00",
      emailBefore: "Former@Courrier.example",
      cellPhoneSince: "2026-11-28T14:06:00Z",
      cellPhoneBefore: "514-555-0199",
    });
    const dated = await directoryServer({ people: [changed] });
    onTestFinished(() => dated.close());
    const { policyNumber } = changed;
    const found = await directoryAt({ url: dated.url, limitMilliseconds }).findByPolicyNumber({
      companies,
      policyNumber,
    });
    expect(found).toMatchObject([
      {
        emailSince: new Date("2026-11-28T14:05:00Z"),
        emailBefore: "former@courrier.example",
        cellPhoneSince: new Date("2026-11-28T14:06:00Z"),
        cellPhoneBefore: "5145550199",
      },
    ]);
  });

  test("finds everyone on a policy, every policy of a person in any spelling, and a person by id", async () => {
    const onPolicy = await directory.findByPolicyNumber({ companies, policyNumber: holder.policyNumber });
    expect(onPolicy.map(({ role }) => role)).toEqual([40, 80]);
    expect(onPolicy[1]).toMatchObject({ postalCode: null, email: null, cellPhone: null, licenceNumber: null });
    const personKey = onPolicy[0]?.personKey ?? "";
    const all = await directory.findByPerson({ companies: ["belair", "intact"], personKey });
    expect(all.map(({ registry }) => registry)).toEqual(["smart", "legacy"]);
    expect(await directory.findById(`intact:${second.id}`)).toMatchObject({ firstName: "MAELLE" });
    expect(await directory.findById("intact:unknown")).toBeUndefined();
  });

  test("finds every policy of the insurer's own id within one company, and refuses another id in the answer", async () => {
    const known = directoryPersonOf({ personId: "P-1" });
    const married = directoryPersonOf({ personId: "P-1", lastName: "Roy" });
    const elsewhere = directoryPersonOf({ personId: "P-1", company: "intact" });
    const others = directoryPersonOf({ personId: "P-2" });
    const ids = closeAfterTests(await directoryServer({ people: [known, married, elsewhere, others] }));
    const withIds = directoryAt({ url: ids.url, limitMilliseconds });
    const found = await withIds.findByPersonId({ company: "belair", personId: "P-1" });
    expect(found.map(({ lastName, personId }) => [lastName, personId])).toEqual([
      ["St-Onge", "P-1"],
      ["Roy", "P-1"],
    ]);
    ids.failWith({ kind: "text", text: JSON.stringify({ people: [known, others] }) });
    await expect(withIds.findByPersonId({ company: "belair", personId: "P-1" })).rejects.toThrow(DirectoryUnavailable);
  });

  test("sends personal data in bodies alone, with the bearer token in its header", async () => {
    server.received.length = 0;
    await directory.findByEmail(byEmail);
    const [request] = server.received;
    expect(request).toMatchObject({ method: "POST", url: "/base/people/find-by-email" });
    expect(request?.headers.authorization).toBe("Bearer a-token-of-the-insurer");
    expect(JSON.parse(request?.body ?? "")).toEqual(byEmail);
  });

  const outages: [string, ServerFailure][] = [
    ["closed connections", { kind: "reset" }],
    ["status 502", { kind: "status", status: 502 }],
    ["status 503", { kind: "status", status: 503 }],
    ["status 504", { kind: "status", status: 504 }],
  ];
  test.each(outages)(
    "F-17 repeats a request once after %s, and is then unavailable for a while",
    async (_what, failure) => {
      failWith(failure, undefined);
      expect(await directory.findByEmail(byEmail)).toHaveLength(1);
      expect(server.received).toHaveLength(2);
      failWith(failure);
      await expect(directory.findByEmail(byEmail)).rejects.toThrow(DirectoryOutage);
      expect(server.received).toHaveLength(2);
    },
  );

  const rows = (...people: unknown[]): ServerFailure => ({ kind: "text", text: JSON.stringify({ people }) });
  const wrongResponses: [string, ServerFailure, code: string][] = [
    ["broken JSON", { kind: "text", text: '{"people": [' }, "not-json"],
    ["another schema", { kind: "text", text: '{"persons": []}' }, "people"],
    ["a date that does not exist", rows({ ...holder, dateOfBirth: "1989-02-29" }), "people.0.dateOfBirth"],
    ["no e-mail where one should be", rows({ ...holder, email: "nobody" }), "people.0.email"],
    ["a licence without a province", rows({ ...holder, licenceProvince: null }), "people.0.licenceNumber"],
    ["another person", rows(holder, { ...holder, email: "another@annuaire.example" }), "other-people"],
    ["a person of another company", rows({ ...holder, company: "intact" }), "other-people"],
    ["a person with another role", rows({ ...holder, role: 80 }), "other-people"],
    ["a person of the legacy registry", rows({ ...holder, registry: "legacy" }), "other-people"],
    ["too many people", rows(...Array.from({ length: 101 }, () => holder)), "people"],
    ["a body that is too large", { kind: "text", text: " ".repeat(600 * 1024) }, "too-large"],
    ["a redirect", { kind: "status", status: 307, headers: { location: "/base/people/find-by-id" } }, "status-307"],
    ["status 401", { kind: "status", status: 401 }, "status-401"],
    ["status 500", { kind: "status", status: 500 }, "status-500"],
  ];
  test.each(wrongResponses)(
    "F-18 does not use an answer with %s, and asks no second time",
    async (_what, failure, code) => {
      failWith(failure);
      const fault = await directory.findByEmail(byEmail).catch((thrown: unknown) => thrown);
      expect(fault).toBeInstanceOf(DirectoryUnavailable);
      expect(fault).not.toBeInstanceOf(DirectoryOutage);
      expect(fault).toMatchObject({ cause: { code } });
      expect(server.received).toHaveLength(1);
    },
  );

  test("A-431 uses no answer whose contact came on file in the future, but allows for another time zone", async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    for (const since of ["emailSince", "cellPhoneSince"]) {
      failWith(rows({ ...holder, [since]: inHours(30) }));
      const fault = await directory.findByEmail(byEmail).catch((thrown: unknown) => thrown);
      expect(fault).toMatchObject({ cause: { code: "contact-in-future" } });
      failWith(rows({ ...holder, [since]: inHours(12) }));
      expect(await directory.findByEmail(byEmail)).toHaveLength(1);
    }
  });

  test.each(["soon", "", "2026-02-30T10:00:00Z", "2026-11-28", 1_795_000_000, "2026-11-28T14:05:00"])(
    "A-431 uses no answer with the time «%s» of a contact",
    async (cellPhoneSince) => {
      failWith(rows({ ...holder, cellPhoneSince }));
      await expect(directory.findByEmail(byEmail)).rejects.toMatchObject({
        cause: { code: "people.0.cellPhoneSince" },
      });
    },
  );

  test.each([
    ["findByPolicyNumber", () => directory.findByPolicyNumber({ companies, policyNumber: "DRY9999" })],
    ["findByPerson", () => directory.findByPerson({ companies, personKey: "leo|saintonge|1988-02-28" })],
    ["findById", () => directory.findById("belair:another")],
  ])("F-18 does not use other people in the answer of %s", async (_name, request) => {
    failWith(rows(holder));
    await expect(request()).rejects.toMatchObject({ cause: { code: "other-people" } });
  });

  test("F-17 times out on a slow answer", async () => {
    failWith({ kind: "slow", milliseconds: 20_000 });
    const impatient = directoryAt({ url: server.url, limitMilliseconds: 50 });
    await expect(impatient.findByEmail(byEmail)).rejects.toThrow(DirectoryOutage);
  });

  test("F-17 is unavailable for a while where nothing listens, and does not look like a lost database", async () => {
    const gone = await loopbackServer(() => {});
    await gone.close();
    const away = withCircuitBreaker(httpDirectory(httpClient({ url: gone.origin, limitMilliseconds })));
    for (let turn = 0; turn < 5; turn++) await expect(away.findByEmail(byEmail)).rejects.toThrow(DirectoryOutage);
    expect(away.isCircuitOpen()).toBe(true);
  });
});

describe("with mutual TLS", async () => {
  const [own, client, unknownClient] = await Promise.all([
    testCertificate("directory"),
    testCertificate("portal"),
    testCertificate("another"),
  ]);
  const secure = closeAfterTests(
    await directoryServer({
      people: [holder],
      tls: { cert: own.certificate, key: own.key, ca: client.certificate, requestCert: true, rejectUnauthorized: true },
    }),
  );
  const requestWith = (tls: Parameters<typeof httpClient>[0]["tls"]) =>
    directoryAt({ url: secure.url, tls, limitMilliseconds }).findByEmail(byEmail);

  test("shows its client certificate and verifies the directory's", async () => {
    expect(await requestWith({ ...client, authority: own.certificate })).toHaveLength(1);
  });

  test.each([
    ["without a client certificate", { authority: own.certificate }],
    ["with an unknown client certificate", { ...unknownClient, authority: own.certificate }],
    ["when an unknown issuer signed the directory's", { ...client, authority: unknownClient.certificate }],
    ["when no public issuer signed the directory's", client],
  ])("gets no answer %s", async (_what, tls) => {
    secure.received.length = 0;
    await expect(requestWith(tls)).rejects.toThrow(DirectoryOutage);
    expect(secure.received).toEqual([]);
  });
});

describe("directories of several companies", () => {
  const emptyDirectory: PolicyDirectory = {
    findByEmail: async () => [],
    findByPolicyNumber: async () => [],
    findByPerson: async () => [],
    findByPersonId: async () => [],
    findById: async () => undefined,
  };
  const book = withCircuitBreaker({
    ...emptyDirectory,
    findByEmail: async ({ companies: asked }) => asked.map((company) => ({ company }) as never),
  });
  const routed = companyDirectory(book, new Map([["belair", withCircuitBreaker(directory)]]));

  test("answer for their companies, and the book for the others", async () => {
    const found = await routed.findByEmail({ ...byEmail, companies: ["belair", "intact"] });
    expect(found.map(({ company }) => company).sort()).toEqual(["belair", "intact"]);
    server.received.length = 0;
    expect(await routed.findByEmail({ ...byEmail, companies: ["intact"] })).toHaveLength(1);
    expect(await routed.findById("0b6fca2c-9e0c-4d52-a4cc-b7b4f6a55f30")).toBeUndefined();
    expect(server.received).toEqual([]);
    expect(await routed.findById(`belair:${holder.id}`)).toMatchObject({ lastName: "St-Onge" });
  });

  test("fail as a whole where one of them fails, but leave the others open", async () => {
    failWith({ kind: "status", status: 503 });
    for (let turn = 0; turn < 6; turn++)
      await expect(routed.findByEmail({ ...byEmail, companies: ["belair", "intact"] })).rejects.toThrow(
        DirectoryOutage,
      );
    expect(routed.isCircuitOpen()).toBe(true);
    expect(await routed.findByEmail({ ...byEmail, companies: ["intact"] })).toHaveLength(1);
  });
});
