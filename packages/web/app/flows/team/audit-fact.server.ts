import { type AuditFact, auditFacts } from "@vestibule/catalogue/audit-fact.table.ts";
import { browsers, systems } from "@vestibule/catalogue/device.table.ts";
import { isIdOf, isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { readSignals } from "@vestibule/contract/sign-in-signals.rule.ts";
import { translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { Words } from "../../staff/case-words.server.ts";

/** Where the agents' page has texts for the values of a fact: the key before the value. */
const valueTexts: Partial<Record<AuditFact, string>> = {
  activity: "security:did",
  change: "agent:change",
  channel: "agent:channel",
  fact: "agent:mismatch",
  journey: "agent:journey",
  limit: "agent:limit",
  message: "agent:message",
  method: "agent:secondFactor",
  province: "common:province",
};

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** A fact of an audit event as the page says it. Ids, and names that a newer API has, are left as they are. */
export function factText(
  requestContext: PortalRequestContext,
  words: Words,
  [name, value]: [name: string, value: string | number | boolean],
): string {
  const isKnown = isOneOf(auditFacts, name);
  const fact = isKnown ? translate(requestContext, `teamDesk:audit.fact.${name}`) : name;
  const text = isKnown ? valueText(requestContext, words, name, value) : String(value);
  return translate(requestContext, "teamDesk:audit.factValue", { fact, value: text });
}

function valueText(
  requestContext: PortalRequestContext,
  words: Words,
  name: AuditFact,
  value: string | number | boolean,
): string {
  if (typeof value === "boolean") return translate(requestContext, value ? "teamDesk:audit.yes" : "teamDesk:audit.no");
  const raw = String(value);
  if (name === "signals")
    return readSignals(raw)
      .map((signal) => words.t(`agent:signal.${signal}`))
      .join(", ");
  if (name === "browser" && isIdOf(browsers, raw)) return browsers[raw].name;
  if (name === "system" && isIdOf(systems, raw)) return systems[raw].name;
  if (name === "language" && isOneOf(languages, raw)) return translate(requestContext, `frame:language.${raw}`);
  if (moment.test(raw)) return translate(requestContext, "team:version.moment", words.moment(raw));
  const ofPage = words.translateOr(`teamDesk:audit.value.${name}.${raw}`, raw);
  const prefix = valueTexts[name];
  return prefix === undefined ? ofPage : words.translateOr(`${prefix}.${raw}`, ofPage);
}
