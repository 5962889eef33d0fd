import { codePageOf } from "@vestibule/catalogue/legacy-flow.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { legacyRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { accountApi } from "../../../../api/account-api.server.ts";
import { outcomeOf } from "../../../../api/response-outcome.rule.ts";
import { destinationOf } from "../../../../form/destination.rule.ts";
import { readForm } from "../../../../form/form-answer.ts";
import type { ScreenHandle } from "../../../../frame/frame.tsx";
import { raiseRoadblock } from "../../../../roadblock/raise-roadblock.server.ts";
import { optionRules } from "../../verify/option-cards.tsx";
import { advanceToPage, redirectToCurrentPage, transitionTo } from "../flow/legacy-guard.server.ts";
import { journeyAt, legacyTexts } from "../flow/legacy-journey.server.ts";
import { timesOf } from "../flow/legacy-landing.server.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import type { Route } from "./+types/validation.route";
import { type ValidationData, ValidationScreen } from "./validation.screen.tsx";

export function loader(args: LoaderFunctionArgs) {
  const { requestContext, legacy } = redirectToCurrentPage(args, "VALIDATION");
  const data: ValidationData = {
    journey: journeyAt(requestContext, "VALIDATION"),
    options: legacy.methods.flatMap(({ id, method, maskedValue = "" }) =>
      method === "NONE" ? [] : [{ id, destination: destinationOf({ type: method, maskedValue }) }],
    ),
    noneId: legacy.methods.find(({ method }) => method === "NONE")?.id,
    telephone: customerTelephone(requestContext.brand, requestContext.province),
  };
  return { ...data, texts: legacyTexts(requestContext, ["options"]) };
}

/** Sends a code, asks for the PIN, or leads to an agent, by the chosen method. */
export async function action(args: ActionFunctionArgs) {
  const standing = redirectToCurrentPage(args, "VALIDATION");
  const { requestContext, legacy } = standing;
  const values = await readForm(args.request);
  const way = legacy.methods.find(({ id }) => id === values.codeOption);
  const refused = refuseFaults({ ...values, codeOption: way?.id }, optionRules);
  if (refused !== undefined || way === undefined) return refused;
  const { id, method, maskedValue = "" } = way;
  const { settings, caller } = accountApi(requestContext);
  const reply = await createClient(legacyRegistrationEndpoints, settings).validate(caller, legacy.id, id);
  if (reply.kind !== "ok") {
    // Chosen again too soon: the code already sent stays valid.
    if (method !== "NONE" && legacy.chosen?.id === id && outcomeOf(reply).kind === "wait")
      return transitionTo(standing, codePageOf[method], { flash: "codeTooSoon" });
    const asking = { requestContext, question: { road: "policyNumber", isUbi: legacy.ubi } } as const;
    return answerRefusal(asking, reply, { values, read: () => undefined });
  }
  if (method === "NONE") return raiseRoadblock(requestContext, "no-options");
  return advanceToPage(standing, codePageOf[method], {
    chosen: { id, method, to: maskedValue, ...timesOf(reply.data) },
  });
}

export const handle: ScreenHandle = { isOfLink: true };

export default function ValidationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ValidationScreen data={loaderData} refusal={actionData} />;
}
