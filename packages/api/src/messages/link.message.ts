import {
  type IssuedLinkAction,
  issuedLinkActions,
  type LinkSource,
  linkSources,
} from "@vestibule/catalogue/link.table.ts";
import type { MailContent, TemplateContext } from "./message-content.port.ts";

/**
 * Message of a link: `source` selects the reason, `action` the purpose. The keys are composed, so a missing translation
 * does not compile.
 */
export function linkMail({ say, fact, given, moment, link, firstName }: TemplateContext): MailContent {
  const source = sourceIn(given("source"));
  const action = actionIn(fact("action"));
  const why = say(`link.${source}.why`);
  return {
    subject: say(`link.${action}.subject`),
    preheader: why,
    title: say(`link.${source}.title`),
    paragraphs: [
      ...(firstName ? [say("shared.greeting", { firstName })] : []),
      why,
      say(`link.${action}.next`),
      say("shared.linkOnce", moment("linkEndsAt")),
    ],
    button: { label: say(`link.${action}.button`), link: link() },
    notYou: say("shared.notExpected"),
  };
}

function sourceIn(given: string | undefined): LinkSource | "none" {
  if (given === undefined) return "none";
  const source = linkSources.find((one) => one === given);
  if (!source) throw new Error("a link's message from a source that has no sentences");
  return source;
}

function actionIn(given: string): IssuedLinkAction {
  const action = issuedLinkActions.find((one) => one === given);
  if (!action) throw new Error("a link's message for an action that no link has");
  return action;
}
