import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { MailContent, TemplateContext } from "./message-content.port.ts";

/** To the policyholder: a driver asks for a login. The button opens a page that asks before it approves or refuses. */
export function householdRequestedMail(context: TemplateContext): MailContent {
  const { t, moment, link } = context;
  const driver = driverOf(context);
  const when = t("householdRequested.when", moment("dueAt"));
  return {
    subject: t("householdRequested.subject"),
    preheader: t("householdRequested.preheader", moment("dueAt")),
    title: t("householdRequested.title", { driver }),
    paragraphs: [t("householdRequested.what", { driver }), t("householdRequested.next", { driver })],
    button: { label: t("householdRequested.button"), link: link() },
    after: [when, t("householdRequested.account")],
    notYou: t("householdRequested.notYou"),
    callsNow: true,
  };
}

/** To the policyholder: the request was approved, refused or has expired. */
export function householdAnsweredMail(context: TemplateContext): MailContent {
  const { t, fact } = context;
  const driver = driverOf(context);
  const answers = ["approved", "refused", "expired"] as const;
  const answer = answers.find((one) => one === fact("answer")) ?? "expired";
  return {
    subject: t(`householdAnswered.${answer}.subject`),
    preheader: t(`householdAnswered.${answer}.preheader`),
    title: t(`householdAnswered.${answer}.title`),
    paragraphs: [t(`householdAnswered.${answer}.what`, { driver })],
    notYou: t(answer === "expired" ? "householdAnswered.expired.notYou" : "shared.callNow"),
    callsNow: true,
  };
}

/** To the driver, with the link that creates the account. */
export function householdApprovedMail({ t, firstName, moment, link }: TemplateContext): MailContent {
  const once = t("shared.linkOnce", moment("linkEndsAt"));
  return {
    subject: t("householdApproved.subject"),
    preheader: t("householdApproved.preheader"),
    title: t("householdApproved.title"),
    paragraphs: [
      ...(firstName ? [t("shared.greeting", { firstName })] : []),
      t("householdApproved.what"),
      t("householdApproved.next"),
      once,
    ],
    inText: { [once]: t("shared.linkOnce.text", moment("linkEndsAt")) },
    button: { label: t("householdApproved.button"), link: link() },
    notYou: t("shared.notExpected"),
  };
}

/** To the driver: the request was refused or not approved in time. The button starts another registration. */
export function householdEndedMail(id: "householdRefused" | "householdExpired") {
  return ({ t, firstName, page }: TemplateContext): MailContent => ({
    subject: t(`${id}.subject`),
    preheader: t(`${id}.preheader`),
    title: t(`${id}.title`),
    paragraphs: [...(firstName ? [t("shared.greeting", { firstName })] : []), t(`${id}.what`), t(`${id}.next`)],
    button: { label: t(`${id}.button`), link: page(policyNumberFlow.IDENTIFICATION.path) },
    notYou: t(`${id}.notYou`),
  });
}

/** The first name of the driver, where it can be written. */
function driverOf({ t, firstName }: TemplateContext): string {
  return firstName ?? t("householdRequested.driver");
}
