import { insertVersion, newestVersion, saveApproval } from "@vestibule/api/brands/brand-version.store.ts";
import { brandFolders } from "@vestibule/vestibule/brands/brand-files.adapter.ts";
import { demoStaff } from "@vestibule/vestibule/serve/agent-secrets.rule.ts";
import { sampleBrands } from "../../test/book-file.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { scimServer } from "../../test/scim-server.ts";
import { waitUntil } from "../../test/wait-until.ts";
import { fetchFrom, portalOrigin } from "../http.ts";
import { password } from "../people.ts";
import { countRegistered, createBody, newestFacts, nextHolderOf, Registrant, signsIn } from "../person.ts";
import { type Portal, serviceCredential } from "../portal.ts";
import { accessCalls } from "./access-calls.ts";
import { accountCalls } from "./account-calls.ts";
import { registrySettings } from "./brand-settings.ts";
import type { Drill } from "./drill.ts";
import { type Effect, killAtEachWrite, type PrepareCall } from "./kill-point.ts";
import { accountOf, caller, clientsOf, dataOf, newPassword } from "./open-account.ts";
import { secondFactorCalls } from "./second-factor-calls.ts";

const killPoints: Readonly<Record<string, PrepareCall>> = {
  verify: async (portal) => {
    const registrant = new Registrant(portal);
    await registrant.toCode();
    const body = { securityCode: await registrant.code() };
    return {
      send: () => registrant.call("verify", { body }).catch(() => undefined),
      finish: async () => ({
        "the account is created": (await registrant.call("create", { body: createBody })).status === 201,
        ...(await countRegistered(portal, [registrant])),
      }),
    };
  },
  create: async (portal) => prepareCreate(await verified(portal)),
  "reset-code": async (portal) => {
    const { validate, validateAgain, setPassword, findPassword } = await startReset(portal);
    let token: string | undefined;
    return {
      send: async () => {
        const result = await validate();
        if (result.kind === "ok") token = result.data.token;
        return result;
      },
      finish: async () => {
        await setPassword(token ?? dataOf(await validateAgain()).token);
        return findPassword();
      },
    };
  },
  "reset-password": async (portal) => {
    const { validate, setPassword, findPassword } = await startReset(portal);
    const { token } = dataOf(await validate());
    return { send: () => setPassword(token), finish: findPassword };
  },
  ...accountCalls,
  ...accessCalls,
  "publish-brand": preparePublication,
};

const drillOf = (id: string, run: Drill["run"]): Drill => ({
  id,
  name: `F-21 the server of a call (${id}) is killed before and after each of its writes; the client repeats it`,
  maxRecoverySeconds: 5,
  run,
});

const drillsOf = (calls: Readonly<Record<string, PrepareCall>>, settings?: Record<string, string>) =>
  Object.entries(calls).map(([id, prepare]) => drillOf(id, (database) => killAtEachWrite(database, prepare, settings)));

export const drills: readonly Drill[] = [
  ...drillsOf(killPoints),
  ...drillsOf(secondFactorCalls, { SECOND_FACTOR: "newBrowser" }),
  // For a brand with a user registry, which must have one user for the account.
  drillOf("create-in-registry", async (database) => {
    await using opened = new AsyncDisposableStack();
    const registry = opened.adopt(await scimServer(), (server) => server.close());
    const prepare: PrepareCall = async (portal) => {
      const registrant = await verified(portal);
      const before = registry.users.size;
      const finish = async (): Promise<Effect> => {
        const { email } = registrant.person;
        const user = registry.userOf(email);
        return {
          "new users": registry.users.size - before,
          "the user has the account": user?.externalId === (await accountOf(portal, email)).id,
          "the user can sign in": user?.active === true && user.password === password,
        };
      };
      return { ...prepareCreate(registrant), finish };
    };
    return await killAtEachWrite(database, prepare, registrySettings(registry.url));
  }),
];

/** A person whose next call creates the account. */
async function verified(portal: Portal): Promise<Registrant> {
  const registrant = new Registrant(portal);
  await registrant.toCode();
  await registrant.toCreate();
  return registrant;
}

const prepareCreate = (registrant: Registrant) => ({
  send: () => registrant.call("create", { body: createBody }).catch(() => undefined),
});

async function startReset(portal: Portal) {
  const email = nextHolderOf(portal);
  const { recovery } = clientsOf(portal);
  const { id } = dataOf(await recovery.reset(caller, { email }));
  const newestCode = async () => (await newestFacts(portal.database, email, "passwordReset")).code ?? "";
  const code = await newestCode();
  const validate = (validationValue = code) => recovery.validate(caller, id, { validationValue });
  return {
    validate,
    /** Requests and verifies a new code, as a person does after a lost response. */
    validateAgain: async () => {
      await recovery.sendAgain(caller, id, { mediumType: "EMAIL", notificationType: "RESET_PSW" });
      return validate(await newestCode());
    },
    setPassword: (token: string) =>
      recovery.password(caller, id, { password: newPassword, token, postalCode: "H2X 1Y4" }),
    findPassword: async () => ({
      "the new password signs in": await signsIn(portal.servers[1].port, email, newPassword),
      "the old password signs in no more": !(await signsIn(portal.servers[1].port, email)),
    }),
  };
}

const memberId = "team-publish";
const titleOf = (number: number) => `Published version ${number}`;
/** Servers read what is published every two seconds. */
const secondsToFollow = 15;

/** A version of a brand that is to be published, which both servers then follow. */
async function preparePublication(portal: Portal): ReturnType<PrepareCall> {
  const { database } = portal;
  const newest = await newestVersion(database, sampleBrandId);
  const before = newest?.number ?? 0;
  const number = before + 1;
  const files = newest?.files ?? (await brandFolders(sampleBrands).readFolder(sampleBrandId)) ?? {};
  const wording = JSON.stringify({ en: { "login:title": titleOf(number) }, fr: { "login:title": titleOf(number) } });
  const version = { brand: sampleBrandId, number };
  await database.transaction().execute(async (transaction) => {
    const draft = {
      basedOn: before,
      files: { ...files, "wording.json": wording },
      reason: "A drill",
      author: "ana",
      screens: [],
    };
    await insertVersion(transaction, { ...version, ...draft });
    await saveApproval(transaction, { ...version, approvedBy: memberId });
  });
  // Both servers are up again, so the one that was killed shows what was published while it was down.
  const followed =
    before === 0 || (await Promise.all(portal.servers.map(({ port }) => shows(port, titleOf(before))))).every(Boolean);

  const service = { ...caller, serviceCredential };
  const staff = { mode: "demo" as const, agents: {}, agentOpenId: undefined, serviceCredentials: [serviceCredential] };
  const { secret = "" } = demoStaff(staff)[memberId] ?? {};
  const clients = clientsOf(portal);
  const session = dataOf(await clients.staff.signIn(service, { agentId: memberId, secret }));
  const member = { ...service, agent: { session: session.token } };
  return {
    send: () => clients.staff.publish(member, sampleBrandId, { number }),
    finish: async () => ({
      "both servers show what was published before": followed,
      "the server shows the version": await shows(portal.nextPort(), titleOf(number)),
    }),
  };
}

/** Whether a server shows a title in time. */
function shows(port: number, title: string): Promise<boolean> {
  const fetchPage = fetchFrom({ nextPort: () => port });
  const url = `${portalOrigin}/?brand=${sampleBrandId}&province=on&language=en`;
  const isShown = async () => (await (await fetchPage(new Request(url))).text()).includes(title);
  return waitUntil(() => isShown().catch(() => false), { seconds: secondsToFollow, everyMillis: 250 });
}
