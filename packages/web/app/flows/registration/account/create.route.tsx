import { refuseFaults, registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { Route } from "./+types/create.route";
import { type CreateData, CreateScreen, createRules } from "./create.screen.tsx";

export const loader = registrationLoader<CreateData>({
  pages: ["CREATE"],
  sections: ["create"],
  draw: ({ requestContext, page }) => ({
    username: page.username ?? "",
    policy: requestContext.brand.passwordPolicy,
    gateway: requestContext.brand.gateway.kind,
    termsAddress: requestContext.brand.legal.terms[requestContext.language],
  }),
});

export const action = registrationAction(async (talk, values) => {
  const { password = "", passwordConfirmation = "", email = "" } = values;
  const refused = refuseFaults(values, createRules({ policy: talk.requestContext.brand.passwordPolicy, email }));
  if (refused !== undefined) return refused;
  return sendForm(talk, { name: "create", values }, { password, passwordConfirmation, terms: true });
});

export default function CreateRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateScreen data={loaderData} refusal={actionData} />;
}
