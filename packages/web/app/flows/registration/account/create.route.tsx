import { refuseFieldErrors } from "../../../form/form-error.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { Route } from "./+types/create.route";
import { type CreateData, type CreateFacts, CreateScreen, createRules } from "./create.screen.tsx";

export const loader = registrationLoader<CreateData>({
  pages: ["CREATE"],
  sections: ["create"],
  draw: ({ requestContext, page }) => ({
    ...createFacts(requestContext, page.username ?? ""),
    gateway: requestContext.brand.gateway.kind,
    termsUrl: requestContext.brand.legal.terms[requestContext.language],
  }),
});

export const action = registrationAction(async (call, values) => {
  const { password = "", passwordConfirmation = "", email = "" } = values;
  const refused = refuseFieldErrors(values, createRules(createFacts(call.requestContext, email)));
  if (refused !== undefined) return refused;
  return sendForm(call, { name: "create", values }, { password, passwordConfirmation, terms: true });
});

function createFacts({ brand }: PortalRequestContext, username: string): CreateFacts {
  return { username, policy: brand.passwordPolicy, fact: null };
}

export default function CreateRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateScreen data={loaderData} refusal={actionData} />;
}
