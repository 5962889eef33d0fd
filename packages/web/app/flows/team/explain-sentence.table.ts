import type { ExplainEnding } from "@vestibule/catalogue/explain-ending.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";

/** A sentence of the screen that shows each ending; absent where no screen of the portal does. */
export const endingSentences: Readonly<Partial<Record<ExplainEnding, TextKey>>> = {
  asksPolicyNumber: "registration:identification.policy.instead.title",
  emailNotEnough: "registration:identification.policy.instead.title",
  choosesProfile: "registration:identification.profiles.title",
  noPostalCode: "roadblock:unable-to-identify.title",
  hasAccount: "registration:welcomeBack.lead.unproven",
  asksLicence: "registration:identification.policy.title",
  noContact: "roadblock:unavailable-option.title",
  mobileWithoutTexts: "registration:options.title",
  codeByEmail: "registration:code.title",
  codeByText: "registration:code.title",
  pin: "registration:code.title.pin",
  confirmsDriver: "registration:identification.driver.title",
  driverWithoutPostalCode: "roadblock:unable-to-identify.title",
  asksEmail: "registration:username.ask.title",
  confirmsEmail: "registration:username.confirm.title",
  asksOtherEmail: "registration:username.ask.title",
  choosesPassword: "registration:create.title",
  welcomeBack: "registration:welcomeBack.lead",
};
