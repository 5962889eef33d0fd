import { type SettingRow, settingNames, settingRows } from "./setting.table.ts";

/** docs/configuration.md, drawn from the table of settings. */
export function configurationPage(): string {
  const groups = [...new Set(settingNames.map((name) => settingRows[name].group))];
  return [
    "# Configuration",
    "",
    "Everything is set by the environment. `NODE_ENV=production` means production. Demo mode is the default, needs nothing and brings its own database; over a database of your own it needs `DEMO=1`. A database that production has opened refuses demo mode for good.",
    "All faults are told at once at the start, each with its name. `npx vestibule doctor` prints every setting with its source and checks what it leads to.",
    "",
    "_This page is made from the table of settings: `npx vestibule configuration > docs/configuration.md`._",
    ...groups.flatMap(groupSection),
    "",
  ].join("\n");
}

function groupSection(group: SettingRow["group"]): string[] {
  const rows = settingNames.filter((name) => settingRows[name].group === group);
  return [
    "",
    `## ${group}`,
    "",
    "| name | what it is | in demo mode | in production |",
    "|---|---|---|---|",
    ...rows.map((name) => {
      const row: SettingRow = settingRows[name];
      return `| \`${name}\` | ${row.about} | ${shown(row, "demo")} | ${shown(row, "production")} |`;
    }),
  ];
}

function shown(row: SettingRow, mode: "demo" | "production"): string {
  const neededBy = mode === "production" ? row.neededInProduction : undefined;
  if (neededBy !== undefined)
    return neededBy.length === 2 ? "**needed**" : `**needed** by the ${neededBy[0] === "api" ? "API" : "web"}`;
  const value = row.default?.[mode];
  return value ? `\`${value}\`` : "–";
}
