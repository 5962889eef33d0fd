import { refuseFaults, registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { createRules } from "./create.rule.ts";
import type { CreateData } from "./create.screen.tsx";

export const loader = registrationLoader<CreateData>({
  pages: ["CREATE"],
  sections: ["create"],
  draw: ({ visit, page }) => ({
    username: page.username ?? "",
    policy: visit.brand.passwordPolicy,
    gateway: visit.brand.gateway.kind,
    termsAddress: visit.brand.legal.terms[visit.language],
  }),
});

export const action = registrationAction(async (talk, values) => {
  const { password = "", passwordConfirmation = "", email = "" } = values;
  const refused = refuseFaults(values, createRules({ policy: talk.visit.brand.passwordPolicy, email }));
  if (refused !== undefined) return refused;
  return sendForm(talk, { name: "create", values }, { body: { password, passwordConfirmation, terms: true } });
});
