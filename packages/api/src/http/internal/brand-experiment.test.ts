import { randomUUID } from "node:crypto";
import { createClient } from "@vestibule/contract/api.client.ts";
import { brandVersionEndpoints, publishedBrandEndpoints } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { memberOfEachRole, openTeam } from "../../../../../test/team.ts";
import { compareDueExperiment } from "../../flows/team/end-experiment.ts";
import { transact } from "../../platform/transaction.adapter.ts";

const testApi = await openTestApi();
const { deps } = testApi;
const { settings, service, member } = openTeam(deps, memberOfEachRole);
const team = createClient(brandVersionEndpoints, settings);
const servers = createClient(publishedBrandEndpoints, settings);

/** Saves a draft of a brand; returns its number. */
async function saveDraft(brand: string, minutes: number): Promise<number> {
  const { brands } = dataOf(await team.brands(await member("look")));
  const basedOn = brands.find(({ id }) => id === brand)?.versions[0]?.number ?? 0;
  const { files } = dataOf(await team.files(await member("look"), brand, String(basedOn)));
  const document = JSON.parse(files["brand.json"] ?? "{}");
  const changed = { ...document, telephone: { ...document.telephone, callMinutes: { customer: minutes } } };
  const draft = { basedOn, files: { "brand.json": JSON.stringify(changed) }, reason: "A shorter call" };
  return dataOf(await team.save(await member("edit"), brand, draft)).number;
}

async function approvedVersion(brand: string, minutes: number): Promise<number> {
  const number = await saveDraft(brand, minutes);
  await team.approve(await member("publish"), brand, String(number));
  return number;
}

const start = async (brand: string, number: number) =>
  team.startExperiment(await member("publish"), brand, { number, share: 25 });
const experimentOf = async (brand: string) => dataOf(await team.experiment(await member("look"), brand));
const refusedField = (field: string) => ({ status: 409, error: { errorCode: 1414, fields: { [field]: "refused" } } });
const triedVersions = async (brand: string) =>
  dataOf(await servers.publications(service)).publications.filter((one) => one.brand === brand && !one.isCurrent);

/** Writes registrations that began an hour and more ago, some of which got stuck. */
async function addJourneys(
  brandId: string,
  brandVersion: number,
  { journeys, stuck }: { journeys: number; stuck: number },
) {
  await transact(deps.database, async (transaction) => {
    for (let count = 0; count < journeys; count += 1) {
      const event = {
        brandId,
        journeyId: randomUUID(),
        actor: "person",
        auditContext: { journey: "registration", province: "on", language: "en", brandVersion },
      } as const;
      await deps.auditor.record(transaction, { ...event, event: "registration.started", result: "ok" });
      if (count < stuck) await deps.auditor.record(transaction, { ...event, event: "code.locked", result: "session" });
    }
  });
  await testApi.moveClock(2 * 60 * 60);
}

test("an experiment gives servers its version with a share until a member ends it", async () => {
  const number = await approvedVersion("servus", 5);
  expect(await start("servus", number)).toMatchObject({ kind: "ok" });
  expect(await triedVersions("servus")).toEqual([{ brand: "servus", number, isCurrent: false, share: 25 }]);
  expect(await experimentOf("servus")).toMatchObject({
    ...{ published: 0, tried: number, share: 25, startedBy: "publish", verdict: "early" },
    counts: { published: { journeys: 0, stuck: 0 }, tried: { journeys: 0, stuck: 0 } },
  });
  const runningOf = async () =>
    dataOf(await team.brands(await member("look"))).brands.map(({ id, experiment }) => [id, experiment]);
  expect(await runningOf()).toContainEqual(["servus", { tried: number, share: 25 }]);
  expect(await start("servus", number)).toMatchObject(refusedField("experiment"));
  expect(await team.stopExperiment(await member("publish"), "servus")).toMatchObject({ kind: "ok" });
  expect(await team.stopExperiment(await member("publish"), "servus")).toMatchObject({ status: 404 });
  expect(await experimentOf("servus")).toMatchObject({ endReason: "stopped" });
  expect(await runningOf()).toContainEqual(["servus", undefined]);
  expect(await triedVersions("servus")).toEqual([{ brand: "servus", number, isCurrent: false }]);
  await testApi.moveClock(2 * 60 * 60);
  expect(await triedVersions("servus")).toEqual([]);
});

test("A-450 only a member who publishes starts and ends an experiment, with an approved version", async () => {
  const draft = await saveDraft("scotia", 6);
  expect(await start("scotia", draft)).toMatchObject(refusedField("number"));
  expect(await start("scotia", 999)).toMatchObject({ status: 404 });
  for (const name of ["look", "edit"] as const) {
    const caller = await member(name);
    expect(await team.startExperiment(caller, "scotia", { number: draft, share: 10 })).toMatchObject({ status: 403 });
    expect(await team.stopExperiment(caller, "scotia")).toMatchObject({ status: 403 });
  }
});

test("publishing or planning a version ends the experiment, and a planned one prevents another", async () => {
  const number = await approvedVersion("bna", 7);
  await start("bna", number);
  const at = new Date(deps.clock.now().getTime() + 86_400_000).toISOString();
  await team.publish(await member("publish"), "bna", { number, at });
  expect(await experimentOf("bna")).toMatchObject({ endReason: "published" });
  expect(await start("bna", number)).toMatchObject(refusedField("experiment"));
  await team.publish(await member("publish"), "bna", { number });
  expect(await start("bna", number)).toMatchObject(refusedField("number"));
});

test("an experiment ends by itself when its journeys get stuck far more often", async () => {
  const number = await approvedVersion("intact", 8);
  await start("intact", number);
  await addJourneys("intact", 0, { journeys: 150, stuck: 10 });
  await addJourneys("intact", number, { journeys: 150, stuck: 12 });
  await compareDueExperiment(deps);
  expect(await experimentOf("intact")).toMatchObject({
    counts: { published: { journeys: 150, stuck: 10 }, tried: { journeys: 150, stuck: 12 } },
    verdict: "alike",
  });
  await addJourneys("intact", number, { journeys: 60, stuck: 60 });
  await Promise.all([compareDueExperiment(deps), compareDueExperiment(deps)]);
  expect(await experimentOf("intact")).toMatchObject({ endReason: "worse", verdict: "worse" });
});
