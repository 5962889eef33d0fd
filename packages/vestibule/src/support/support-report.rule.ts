import type { Language } from "@vestibule/catalogue/province.table.ts";
import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import type { SupportCase, SupportLimit, SupportStep } from "@vestibule/contract/internal/support-desk.schema.ts";
import { agentParts, agentRowFor, codeMeaning } from "@vestibule/wording/agent-guide.rule.ts";
import { minuteOfEnd } from "@vestibule/wording/format.ts";

/** A support case for a terminal: identifiers of the tables, times in ISO 8601. */
export function supportReport(supportCase: SupportCase, language: Language): string {
  const { code, brand, madeAt, province, page, roadblock, agentCode, shownCode, journey, account } = supportCase;
  const row = agentRowFor(supportCase, language);
  return [
    `Reference ${formatReference(code)}, made ${madeAt} under ${brand} (${province}, ${supportCase.language})`,
    ...(page ? [`Page      ${page}`] : []),
    ...(roadblock ? [`Roadblock ${roadblock} ${agentCode ?? ""}`.trimEnd()] : []),
    ...(shownCode ? [`Code      ${shownCode}: ${codeMeaning(shownCode, language)}`] : []),
    ...(journey
      ? [`Journey   ${[journey.kind, journey.state, journey.page, journey.endReason].filter(Boolean).join(", ")}`]
      : []),
    ...(account ? [`Account   ${account}`] : []),
    ...(supportCase.wrongPasswords ? [`Wrong passwords in a row: ${supportCase.wrongPasswords}`] : []),
    ...list("Steps", supportCase.steps.map(stepLine)),
    ...list(
      "Messages",
      supportCase.messages.map(({ at, message, channel, endsIn, state }) =>
        [at, message, channel, endsIn && `ending in ${endsIn}`, state].filter(Boolean).join("  "),
      ),
    ),
    ...list("Links to another email", supportCase.requests.map(requestLine)),
    ...list("Limits in force", supportCase.limits.map(limitLine), "none: the person may try again now"),
    ...list("May be done", actLines(supportCase), "nothing from here: help by phone"),
    ...list(
      "For the agent",
      agentParts.map((part) => `${part}: ${row[part]}`),
    ),
  ].join("\n");
}

/** Rounded to the minute, as on the person's and the agent's screens. */
function limitLine({ limit, until }: SupportLimit): string {
  return [limit, until ? `until ${minuteOfEnd(new Date(until)).toISOString()}` : "does not end by itself"].join(", ");
}

function requestLine(request: SupportCase["requests"][number]): string {
  const { action, email, state, requestedBy, approvedBy, dueAt } = request;
  const agents = [`asked for by ${requestedBy}`, ...(approvedBy ? [`approved by ${approvedBy}`] : [])];
  return [action, email, state, `due ${dueAt}`, ...agents].join("  ");
}

/** Only these limits can be reset; the others end by themselves. */
function actLines({ acts: { lift, unlock, unfreeze, links } }: SupportCase): string[] {
  return [
    ...lift.map((limit) => `lift ${limit}`),
    ...(unlock ? ["unlock the login"] : []),
    ...(unfreeze ? ["lift the freeze"] : []),
    ...links.map((link) => `send a link: ${link}`),
  ];
}

function stepLine({ at, event, result, by, who, mismatch, facts }: SupportStep): string {
  const supportCase = Object.entries(facts).map(([key, value]) => `${key}=${value}`);
  const doer = by === "person" ? undefined : `by ${by}${who ? ` ${who}` : ""}`;
  return [at, event, result, mismatch && `did not match: ${mismatch}`, ...supportCase, doer].filter(Boolean).join("  ");
}

/** `none`: text for an empty list; without it an empty list is left out. */
function list(title: string, lines: string[], none?: string): string[] {
  const supportCase = lines.length === 0 && none !== undefined ? [none] : lines;
  return supportCase.length === 0 ? [] : ["", title, ...supportCase.map((line) => `  ${line}`)];
}
