import { insertPublication, insertVersion } from "@vestibule/api/brands/brand-version.store.ts";
import { expect, onTestFinished, test } from "vitest";
import { sampleBrands, testBrands } from "../../../../test/book-file.ts";
import { testDatabase } from "../../../../test/database.ts";
import { brandFolders } from "../brands/brand-files.adapter.ts";
import { readSettings } from "../settings/settings.rule.ts";
import { checkPublishedBrands } from "./published-brands.check.ts";

const folders = await testBrands();
const belair = (await brandFolders(sampleBrands).readFolder("belair")) ?? {};

function settingsOf(databaseUrl: string) {
  const read = readSettings({ DATABASE_URL: databaseUrl, DEMO: "1", DATA_DIR: "memory:", BRANDS_DIR: "" });
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  return read.settings;
}

async function publish(files: typeof belair) {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const version = { brand: "belair", number: 1, basedOn: 0, reason: "a draft", author: "team-edit", screens: [] };
  await database.database.transaction().execute(async (trx) => {
    await insertVersion(trx, { ...version, files });
    await insertPublication(trx, { brand: "belair", number: 1, publishedBy: "team-publish", at: undefined });
  });
  return settingsOf(database.url);
}

test("names a published version that this version of the product refuses, and why", async () => {
  const wording = {
    en: { "gateway:application.refused.code": "If you call us, mention this code." },
    fr: { "gateway:application.refused.code": "Si vous nous appelez, mentionnez le code {code}." },
  };
  const settings = await publish({ ...belair, "wording.json": JSON.stringify(wording) });
  expect(await checkPublishedBrands(settings, folders)).toEqual([
    {
      state: "fault",
      subject: { en: "published version of belair", fr: "version publiée de belair" },
      detail: {
        en: expect.stringMatching(
          /^version 1 is not shown, because this version of the portal refuses it: wording.json/,
        ),
        fr: expect.stringMatching(/^la version 1 n’est pas montrée, .* wording.json.*\{code\}/),
      },
    },
  ]);
});

test("says which published version can be shown", async () => {
  const findings = await checkPublishedBrands(await publish(belair), folders);
  expect(findings.map(({ state, detail }) => [state, detail.en])).toEqual([["ok", "version 1 can be shown"]]);
});

test("finds nothing published in a database without tables", async () => {
  const { url } = await testDatabase().then(async (database) => {
    onTestFinished(() => database.close());
    await database.pool.query("drop table brand_publication cascade");
    return database;
  });
  expect(await checkPublishedBrands(settingsOf(url), folders)).toEqual([]);
});
