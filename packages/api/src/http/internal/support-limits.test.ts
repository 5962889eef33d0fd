import { randomBytes } from "node:crypto";
import { type LimitId, limits as rows, type WindowLimitId } from "@vestibule/catalogue/limit.table.ts";
import { type ResettableLimit, resettableLimitIds, sharedLimits } from "@vestibule/catalogue/support.table.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { summaryOf } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import {
  browserSessionHeaders,
  dataAbout,
  deskAgent,
  expectNothingPersonal,
  fillWindow,
  supportDeskOf,
} from "../../../../../test/support-desk.ts";

const testApi = await openTestApi();
const desk = supportDeskOf(testApi);

const newBrowserSession = (clientIp?: string) => browserSessionHeaders(randomBytes(16).toString("base64url"), clientIp);

async function referenceOf(person: Parameters<Registrant["found"]>[0]): Promise<string> {
  const browserSession = newBrowserSession();
  await new Registrant(testApi, browserSession).found(person);
  return desk.reference({ page: "/registration/validation" }, browserSession);
}

const byClientIp = sharedLimits.filter((limit) => rows[limit].per === "clientIp");

describe("a limit by client IP", () => {
  test.each(byClientIp)("%s is shown with its end but without the client IP, and cannot be reset", async (limit) => {
    const clientIp = `198.51.100.${10 + byClientIp.indexOf(limit)}`;
    await fillWindow(testApi, { limit, subject: clientIp });
    const code = await desk.reference({ page: "/" }, newBrowserSession(clientIp));
    const supportCase = await desk.caseOf(code);
    expect(supportCase.limits).toEqual([{ limit, until: expect.any(String) }]);
    expect(supportCase.acts.lift).toEqual([]);
    expect(JSON.stringify(supportCase)).not.toContain(clientIp);
    expect(await desk.desk.lift(deskAgent, code, { limit: limit as never as ResettableLimit })).toMatchObject({
      status: 400,
    });
    const { rows: kept } = await testApi.pool.query("select * from support_reference where code = $1", [code]);
    expect(JSON.stringify(kept)).not.toContain(clientIp);
    await testApi.moveClock(rows[limit].windowMinutes * 60 + 1);
    expect((await desk.caseOf(code)).limits).toEqual([]);
  });

  test("is not shown when it is of another client IP", async () => {
    await fillWindow(testApi, { limit: "sendClientIp", subject: "198.51.100.80" });
    const code = await desk.reference({ page: "/" }, newBrowserSession("198.51.100.81"));
    expect((await desk.caseOf(code)).limits).toEqual([]);
  });
});

describe("a limit shared by numbers with the same prefix", () => {
  test.each([
    ["lookupPolicyPrefix", (person) => `belair|${person.policy.policyNumber.slice(0, 3)}`],
    ["sendTelephonePrefix", (person) => person.cellPhone.slice(0, 6)],
  ] satisfies [WindowLimitId, (person: Awaited<ReturnType<typeof newPerson>>) => string][])(
    "%s is shown with its end and cannot be reset",
    async (limit, subjectOf) => {
      const person = await newPerson(testApi, { cell_phone: "5819990142" });
      const code = await referenceOf(person);
      await fillWindow(testApi, { limit, subject: subjectOf(person) });
      const supportCase = await desk.caseOf(code);
      expect(supportCase.limits).toEqual([{ limit, until: expect.any(String) }]);
      expect(supportCase.acts.lift).toEqual([]);
      expectNothingPersonal(supportCase, dataAbout(person));
    },
  );
});

test("shows and resets the limit of failed lookups in a browser session, which then finds the person", async () => {
  const person = await newPerson(testApi);
  const browserSession = newBrowserSession();
  const registrant = new Registrant(testApi, browserSession);
  for (let turn = 0; turn < rows.lookupMissJourney.limit; turn++)
    await registrant.find(person, { postalCode: "G1R 4S9" });
  const code = await desk.reference({ page: "/roadblock/registration-difficulties" }, browserSession);
  const shown = await desk.caseOf(code);
  expect(shown.limits).toEqual([{ limit: "lookupMissJourney", until: expect.any(String) }]);
  expect(shown.acts.lift).toEqual(["lookupMissJourney"]);
  expectNothingPersonal(shown, dataAbout(person, ["G1R4S9"]));
  expect(await desk.desk.lift(deskAgent, code, { limit: "lookupMissJourney" })).toMatchObject({ data: { done: true } });
  expect((await desk.caseOf(code)).limits).toEqual([]);
  expect(summaryOf(await registrant.find(person))).toBe("240");
});

test("shows an agent every shared limit that can block a person", () => {
  const notPersonal: LimitId[] = ["bounceHandle", "loginFailuresEverywhere", "supportReferenceClientIp"];
  const ofTheDesk: LimitId[] = [
    ...(["agentSecretPair", "agentSecretAgent", "agentSecretClientIp", "serviceBearerClientIp"] as const),
    ...(["agentSignInClientIp", "agentRefusedClientIp"] as const),
    ...(["referenceMissAgent", "referenceMissClientIp", "linkRequestIdentity", "teamReportMember"] as const),
  ];
  // A wider limit that is shown covers these, or they limit messages to unknown e-mails.
  notPersonal.push("sendRecipientNetwork", "recoveryMailPace", "recoveryMailDevice", "loginDevice");
  notPersonal.push("sendUnknownGlobal", "sendTrustedGlobal", "addressTakenNotice", "newBrowserNotice");
  notPersonal.push("secondFactorTelephonePace", "secondFactorEmailPace");
  // The page says that the policies cannot be shown now; the minute passes.
  notPersonal.push("directoryUnansweredAccount");
  // They refuse nothing.
  notPersonal.push("wrongNamesClientIp", "wrongNameNetwork");
  notPersonal.push("wrongNetworksName", "wrongNetworkOfName", "knownPasswordsClientIp");
  notPersonal.push("unansweredCodesClientIp", "botSignal", "puzzleSolution");
  // Beyond them the plain limit counts, which is shown.
  notPersonal.push("findSolvedClientIp", "loginSolvedClientIp", "recoverySolvedClientIp", "lookupSolvedClientIp");
  // Limits applications that send a wrong secret or code.
  notPersonal.push("oidcClientRefused", "oidcPublicRefused");
  const counted = (Object.keys(rows) as LimitId[]).filter((id) => rows[id].kind === "window");
  expect(new Set([...resettableLimitIds, ...sharedLimits, ...notPersonal, ...ofTheDesk])).toEqual(new Set(counted));
});
