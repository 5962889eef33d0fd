import { setTimeout as pause } from "node:timers/promises";
import { operatorText, sameText } from "@vestibule/wording/operator-text.rule.ts";
import { loadBrands } from "../brands/brand-loader.adapter.ts";
import { describeBrandFault } from "../brands/describe-brand-fault.rule.ts";
import { checkClientSecrets } from "../serve/oidc-clients.rule.ts";
import { brandSources, checkRegistries } from "../serve/open-brands.ts";
import { checkCompanies } from "../serve/policy-directory.ts";
import { checkCertificates } from "../serve/server-database.adapter.ts";
import { StartupError } from "../serve/startup-error.ts";
import { readWebhooks } from "../serve/webhooks.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok, warning } from "./check.ts";
import { checkDatabase, checkMigrationConnection } from "./database.check.ts";
import { checkFreeSpace } from "./disk.check.ts";
import {
  checkApi,
  checkApplications,
  checkBrandConnections,
  checkConnections,
  checkWebhook,
  sendTestMessage,
} from "./network.check.ts";
import { checkPublishedBrands } from "./published-brands.check.ts";
import { checkTimeZones } from "./time-zone.check.ts";

const ofSetting = operatorText("subject.setting");
const ofBrands = operatorText("subject.brands");

/** Faults come first, since the list is long. */
const order = ["fault", "warning", "ok"] as const;

export interface TestMessages {
  sendTo?: string;
  call?: string;
}

/** Checks everything that a server needs, or what a web host alone needs. */
export async function checkUp(settings: Settings, options: TestMessages & { isWebAlone: boolean }): Promise<Finding[]> {
  const checked = [
    ...settings.warnings.map(({ name, reason }) =>
      warning(ofSetting, operatorText("settingWarning", { setting: name, reason })),
    ),
    ...checkTimeZones(),
    ...(options.isWebAlone ? [await checkApi(settings)] : await checkBackend(settings)),
    ...(await checkBrands(settings, options)),
  ];
  return order.flatMap((state) => checked.filter((finding) => finding.state === state));
}

const longestMillis = 8000;

/** The check of a running server. Requests at the same time share one; undefined where it takes too long for a page. */
export function sharedCheckUp(settings: Settings): () => Promise<readonly Finding[] | undefined> {
  let running: Promise<Finding[]> | undefined;
  return async () => {
    running ??= checkUp(settings, { isWebAlone: false }).finally(() => {
      running = undefined;
    });
    return Promise.race([running, pause(longestMillis, undefined, { ref: false })]);
  };
}

async function checkBackend(settings: Settings): Promise<Finding[]> {
  const certificateFaults = await checkCertificates(settings);
  const database =
    certificateFaults.length > 0
      ? certificateFaults.map((line) => fault(ofSetting, line))
      : [...(await checkDatabase(settings)), ...(await checkMigrationConnection(settings))];
  return [...database, await checkFreeSpace(settings), ...(await checkConnections(settings).catch(settingErrors))];
}

/** A setting that stops a start does not stop the other checks. */
function settingErrors(reason: unknown): Finding[] {
  if (!(reason instanceof StartupError)) throw reason;
  return reason.texts.map((line) => fault(ofSetting, line));
}

async function checkBrands(
  settings: Settings,
  { sendTo, call, isWebAlone }: TestMessages & { isWebAlone: boolean },
): Promise<Finding[]> {
  const loaded = await loadBrands(brandSources(settings));
  if (loaded.kind === "invalid") return loaded.faults.map((one) => fault(ofBrands, describeBrandFault(one)));
  const { book } = loaded;
  const conflicts = isWebAlone
    ? []
    : [...checkRegistries(settings, book), ...checkCompanies(settings, book), ...checkClientSecrets(settings, book)];
  const { webhooks, faults } = isWebAlone ? { webhooks: [], faults: [] } : await readWebhooks(settings, book);
  return [
    ok(ofBrands, sameText(book.brands.map(({ id }) => id).join(", "))),
    ...(isWebAlone ? [] : await checkPublishedBrands(settings, book)),
    ...[...conflicts, ...faults].map((line) => fault(ofSetting, line)),
    ...(await Promise.all(webhooks.map(checkWebhook))),
    ...(await Promise.all(isWebAlone ? [] : book.brands.flatMap(checkApplications))),
    ...(await checkBrandConnections(book, settings.mode)),
    ...(sendTo === undefined
      ? []
      : [
          await sendTestMessage({
            settings,
            brands: book,
            channel: sendTo.includes("@") ? "EMAIL" : "SMS",
            to: sendTo,
          }),
        ]),
    ...(call === undefined ? [] : [await sendTestMessage({ settings, brands: book, channel: "VOICE", to: call })]),
  ];
}
