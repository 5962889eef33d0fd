import type { Language } from "@vestibule/catalogue/province.table.ts";
import { signInLocks } from "@vestibule/catalogue/support.table.ts";
import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import type { SupportCase, SupportLimit, SupportStep } from "@vestibule/contract/v1/support-desk.schema.ts";
import { agentParts, agentRowFor, codeMeaning } from "@vestibule/wording/agent-guide.rule.ts";

/** A case as an operator reads it in a terminal: names of the tables, times as ISO text. */
export function supportReport(told: SupportCase, language: Language): string {
  const { code, brand, madeAt, province, page, roadblock, agentCode, shownCode, journey, account } = told;
  const row = agentRowFor(told, language);
  return [
    `Reference ${formatReference(code)}, made ${madeAt} under ${brand} (${province}, ${told.language})`,
    ...(page ? [`Page      ${page}`] : []),
    ...(roadblock ? [`Roadblock ${roadblock} ${agentCode ?? ""}`.trimEnd()] : []),
    ...(shownCode ? [`Code      ${shownCode}: ${codeMeaning(shownCode, language)}`] : []),
    ...(journey
      ? [`Journey   ${[journey.kind, journey.state, journey.page, journey.endedHow].filter(Boolean).join(", ")}`]
      : []),
    ...(account ? [`Account   ${account}`] : []),
    ...(told.wrongPasswords ? [`Wrong passwords in a row: ${told.wrongPasswords}`] : []),
    ...list("Steps", told.steps.map(stepLine)),
    ...list(
      "Messages",
      told.messages.map(({ at, message, channel, endsIn, state }) =>
        [at, message, channel, endsIn && `ending in ${endsIn}`, state].filter(Boolean).join("  "),
      ),
    ),
    ...list(
      "Limits in force",
      told.limits.map((one) => limitLine(one, told.acts)),
    ),
    ...list(
      "For the agent",
      agentParts.map((part) => `${part}: ${row[part]}`),
    ),
  ].join("\n");
}

function limitLine({ limit, until }: SupportLimit, { lift }: SupportCase["acts"]): string {
  const isLock = signInLocks.some((lock) => lock === limit);
  const canLift = isLock || lift.some((id) => id === limit);
  return [limit, until && `until ${until}`, !canLift && "ends by itself, nobody lifts it"].filter(Boolean).join(", ");
}

function stepLine({ at, event, result, by, who, mismatch, facts }: SupportStep): string {
  const told = Object.entries(facts).map(([key, value]) => `${key}=${value}`);
  const doer = by === "person" ? undefined : `by ${by}${who ? ` ${who}` : ""}`;
  return [at, event, result, mismatch && `did not match: ${mismatch}`, ...told, doer].filter(Boolean).join("  ");
}

function list(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
}
