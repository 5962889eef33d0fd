import { drills as database } from "./database.drill.ts";
import type { Drill } from "./drill.ts";
import { drills as killPoints } from "./kill-points.drill.ts";
import { drills as messages } from "./messages.drill.ts";
import { drills as outsideSystems } from "./outside-systems.drill.ts";
import { drills as production } from "./production.drill.ts";
import { drills as providers } from "./providers.drill.ts";
import { drills as rotation } from "./rotation.drill.ts";
import { drills as servers } from "./servers.drill.ts";

const groups = {
  database,
  servers,
  "kill-points": killPoints,
  messages,
  providers,
  "outside-systems": outsideSystems,
  rotation,
  production,
};
export const groupNames = Object.keys(groups);

export const allDrills: readonly (Drill & { group: string })[] = Object.entries(groups).flatMap(([group, drills]) =>
  drills.map((drill) => ({ ...drill, group, id: `${group}/${drill.id}` })),
);
