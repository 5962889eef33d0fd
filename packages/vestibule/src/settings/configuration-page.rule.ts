import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { groupsOfSettings } from "./setting.table.ts";
import type { Mode } from "./setting-description.ts";
import { defaultOf, type SettingName, settingInfo } from "./settings.schema.ts";

/** Generates docs/configuration.md from the table of settings. */
export function configurationPage(): string {
  return [
    "# Configuration",
    "",
    "Everything is set by the environment. `NODE_ENV=production` means production. Demo mode is the default, needs nothing and brings its own database; over your database it needs `DEMO=1`. A database that production has opened refuses demo mode for good.",
    "A start reports all faults at once, each with its name. `npx vestibule doctor` checks the systems that they name; with `--settings` it also prints all settings with their sources.",
    "",
    "_This page is generated from the table of settings: `npx vestibule configuration > docs/configuration.md`._",
    ...Object.entries(groupsOfSettings).flatMap(([group, { shape }]) => groupSection(group, idsOf(shape))),
    ...dangerSection,
    "",
  ].join("\n");
}

const dangers: readonly (readonly [what: string, answer: string])[] = [
  ["A value that cannot be read, a choice in another case or with a space, a missing setting of production", "refused"],
  ["`DATABASE_URL` (for the web alone `API_URL`) without `NODE_ENV=production` or `DEMO=1`; both together", "refused"],
  ["Demo mode over a database that production has opened, for servers and commands", "refused"],
  [
    "A secret that is short, a sample, used twice or easy to guess (rows of keys, sequences, repetitions, words)",
    "refused",
  ],
  [
    "`TRUSTED_PROXIES` wider than a /8, or a /16 of IPv6 (`fc00::/7` is allowed): any client could choose its IP",
    "refused",
  ],
  [
    "`EMAIL_URL`, `SMS_URL`, `SMS_FALLBACK_URL`, `VOICE_URL`, `VOICE_FALLBACK_URL`, `API_URL`, `POLICY_DIRECTORY_URLS` or `USER_REGISTRY_URLS` with `http://` to a public host",
    "refused",
  ],
  [
    "`EMAIL_URL`, `SMS_URL`, `SMS_FALLBACK_URL`, `VOICE_URL`, `VOICE_FALLBACK_URL`, `API_URL`, `POLICY_DIRECTORY_URLS` or `USER_REGISTRY_URLS` with `http://` to a private host",
    "a warning",
  ],
  [
    "`SMTP_URL` that changes how TLS is used or checked (`ignoreTLS`, `tls.…`) to a public host",
    "refused; to a private one a warning",
  ],
  [
    "`SMTP_URL` with `smtp://` and no password to another machine",
    "a warning. No message goes to a public host without TLS; with a password, to no other machine",
  ],
  ["A database on a public host without TLS", "refused; a warning with `sslmode=disable`"],
  ["A database on a private host without TLS, or whose certificate is not checked", "a warning"],
  ["A variable that is nearly a setting, such as `DATABASE_ULR`", "a warning with the nearest setting"],
  ["`TRUST_FORWARDED_HOST` without `TRUSTED_PROXIES`, where it has no effect", "a warning"],
  ["One port for `PORT` and `INTERNAL_PORT`", "refused"],
  ["In production a brand without an origin", "refused"],
];

const dangerSection = [
  "",
  "## Rejected settings and warnings",
  "",
  "A setting that grants access or exposes data is refused. Where an operator may have a reason, such as TLS that ends at the edge of a private network, the start prints a warning and goes on; `npx vestibule doctor` repeats it. A host is private when it is an address of a private network, a name without a dot, or ends in `.internal`, `.local`, `.lan`, `.home`, `.corp`, `.intranet`, `.private`, `.svc` or `.home.arpa`. This machine itself needs no TLS.",
  "",
  "| setting | at start |",
  "|---|---|",
  ...dangers.map(([what, response]) => `| ${what} | ${response} |`),
];

function groupSection(group: string, names: readonly SettingName[]): string[] {
  return [
    "",
    `## ${group}`,
    "",
    "| setting | meaning | default in demo mode | default in production |",
    "|---|---|---|---|",
    ...names.map(
      (name) =>
        `| \`${name}\` | ${settingInfo(name).about} | ${formatDefault(name, "demo")} | ${formatDefault(name, "production")} |`,
    ),
  ];
}

function formatDefault(name: SettingName, mode: Mode): string {
  const neededBy = mode === "production" ? settingInfo(name).neededInProduction : undefined;
  if (neededBy !== undefined)
    return neededBy.length === 2 ? "**required**" : `**required** by the ${neededBy[0] === "api" ? "API" : "web"}`;
  const value = defaultOf(name, mode);
  return value === undefined ? "–" : `\`${value}\``;
}
