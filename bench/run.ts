import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Measured, tableOf } from "./finding.ts";
import { openHouse, temporaryFolder } from "./house.ts";
import { measureFlood } from "./measures/flood.measure.ts";
import { measureImport } from "./measures/import.measure.ts";
import { measureMemory } from "./measures/memory.measure.ts";
import { measurePages } from "./measures/page.measure.ts";
import { measureRaces, visitorsOfRaces } from "./measures/race.measure.ts";
import { measureRegistration } from "./measures/registration.measure.ts";
import { measureSignIn } from "./measures/sign-in.measure.ts";
import { measureStart } from "./measures/start.measure.ts";
import { measureStrangers } from "./measures/stranger.measure.ts";

const { values: wish } = parseArgs({
  options: {
    /** 1,000 runs of each race in place of 50. */
    full: { type: "boolean", default: false },
    /** Keeps the numbers in results.json. */
    write: { type: "boolean", default: false },
    /** One measure alone, by its name. */
    only: { type: "string" },
  },
});
const runs = wish.full ? 1000 : 50;
const measures = {
  pages: measurePages,
  registration: measureRegistration,
  "sign-in": measureSignIn,
  flood: measureFlood,
  strangers: measureStrangers,
  races: (house: Parameters<typeof measureRaces>[0]) => measureRaces(house, { runs }),
  memory: measureMemory,
};
const wanted = (name: string) => wish.only === undefined || wish.only === name;

const told: Measured[] = [];
const tell = (measured: Measured) => {
  told.push(measured);
  console.log(tableOf(measured));
};

const folder = temporaryFolder();
const dataDir = join(folder, "data");
if (wanted("start")) tell(await measureStart());
if (wanted("import")) tell(await measureImport({ folder, dataDir }));
const house = await openHouse({ folder, dataDir, visitors: 300 + visitorsOfRaces(runs), holders: 3000 });
try {
  for (const [name, measure] of Object.entries(measures)) if (wanted(name)) tell(await measure(house));
} finally {
  await house.close();
}

if (wish.write) {
  const machine = { cores: availableParallelism(), node: process.version };
  writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify({ machine, measured: told }, null, 2)}\n`);
}
const missed = told.flatMap(({ title, findings }) =>
  findings.filter(({ bar }) => bar?.met === false).map(({ what }) => `${title}: ${what}`),
);
for (const line of missed) console.error(`Missed – ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;
