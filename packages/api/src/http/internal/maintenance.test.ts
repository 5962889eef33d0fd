import { teamRoles } from "@vestibule/catalogue/team.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { maintenanceEndpoints } from "@vestibule/contract/internal/maintenance.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { deskCaller } from "../../../../../test/support-desk.ts";
import { liveBook } from "../../../../vestibule/src/brands/brand-book.ts";
import { buildApi } from "../../build-api.ts";

const testApi = await openTestApi();
const secret = "the-secret-of-a-member-of-the-team";
const deps = {
  ...testApi.deps,
  originOf: ({ id }: { id: string }) => (id === "servus" ? undefined : `https://${id}.example`),
  agents: Object.fromEntries([...teamRoles, "act" as const].map((role) => [role, { secret, roles: [role] }])),
};
/** The brands as a server has them, which follow what is published. */
let book = testApi.deps.brands;
const api = buildApi({ ...deps, brands: liveBook(() => book) });
const settings = { baseUrl: "http://api.internal", fetch: (request: Request) => api.fetch(request) };
const maintenance = createClient(maintenanceEndpoints, settings);
const service = { ...deskCaller, serviceCredential: "another-credential" };

async function memberWith(role: (typeof teamRoles)[number] | "act") {
  const signedIn = await createClient(agentSessionEndpoints, settings).signIn(service, { agentId: role, secret });
  return { ...service, agent: { session: dataOf(signedIn).token } };
}

const inHours = (hours: number) => new Date(testApi.deps.clock.now().getTime() + hours * 3_600_000).toISOString();

async function closedBrands() {
  const { brands } = dataOf(await maintenance.list(await memberWith("operate")));
  return brands.filter(({ isClosed }) => isClosed).map(({ id, until }) => [id, until]);
}

/** Asks a new server, which has no cached state. */
const welcome = async (brand: string, query = "") =>
  (await buildApi(deps).request(`/api/v1/welcome${query}`, { headers: { "api-key": brand } })).status;

test("names the brands as they are published when the page is opened", async () => {
  const published = book;
  const name = { en: "A new name", fr: "Un nouveau nom" };
  book = { ...book, brands: book.brands.map((brand) => ({ ...brand, name })) };
  const { brands } = dataOf(await maintenance.list(await memberWith("operate")));
  book = published;
  expect(new Set(brands.map((brand) => brand.name.en))).toEqual(new Set([name.en]));
});

test("closes brands with an announced end, changes the end, and opens them, in the member's name", async () => {
  const operator = await memberWith("operate");
  const until = inHours(2);
  expect(await maintenance.close(operator, { brands: ["belair", "intact"], until })).toMatchObject({ status: 204 });
  expect(await closedBrands()).toEqual([
    ["belair", until],
    ["intact", until],
  ]);
  expect([await welcome("belair"), await welcome("bna")]).toEqual([530, 200]);
  await maintenance.close(operator, { brands: ["intact"] });
  expect(await closedBrands()).toEqual([
    ["belair", until],
    ["intact", undefined],
  ]);
  await maintenance.open(operator, { brands: ["belair", "intact"] });
  expect(await closedBrands()).toEqual([]);
  expect(await welcome("belair")).toBe(200);
  const { rows } = await testApi.pool.query(
    "select event, brand, actor from audit_event where event like 'maintenance.%' order by id",
  );
  const actor = "agent:operate";
  expect(rows).toEqual([
    { event: "maintenance.on", brand: "belair", actor },
    { event: "maintenance.on", brand: "intact", actor },
    { event: "maintenance.on", brand: "intact", actor },
    { event: "maintenance.off", brand: "belair", actor },
    { event: "maintenance.off", brand: "intact", actor },
  ]);
});

test("issues a link past the maintenance for each brand with an address", async () => {
  const operator = await memberWith("operate");
  await maintenance.close(operator, { brands: ["belair"] });
  const { links } = dataOf(await maintenance.issueBypass(operator, { brands: ["belair", "servus"] }));
  expect(links.map(({ brand, url }) => [brand, new URL(url).origin])).toEqual([["belair", "https://belair.example"]]);
  expect(await welcome("belair", new URL(links[0]?.url ?? "").search)).toBe(200);
  await maintenance.open(operator, { brands: ["belair"] });
});

test.each([
  ["an unknown brand", { brands: ["belair", "nowhere"] }, { brands: "format" }],
  ["an end in the past", { brands: ["belair"], until: inHours(-1) }, { until: "past" }],
])("closes nothing for %s", async (_what, body, fields) => {
  const result = await maintenance.close(await memberWith("operate"), body);
  expect(result).toMatchObject({ status: 400, error: { errorCode: 1000, fields } });
  expect(await closedBrands()).toEqual([]);
});

test.each(["look", "edit", "publish", "act"] as const)("A-372 refuses each call to the role %s", async (role) => {
  const member = await memberWith(role);
  const body = { brands: ["belair"] };
  const results = [
    await maintenance.list(member),
    await maintenance.close(member, body),
    await maintenance.open(member, body),
    await maintenance.issueBypass(member, body),
  ];
  for (const result of results) expect(result).toMatchObject({ status: 403, error: { errorCode: 3013 } });
  expect(await closedBrands()).toEqual([]);
});
