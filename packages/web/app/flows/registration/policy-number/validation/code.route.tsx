import { codePageOf, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { normaliseCode, normalisePin } from "@vestibule/contract/fields/security-code.rule.ts";
import { legacyRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { accountApi } from "../../../../api/account-api.server.ts";
import { type Destination, destinationOf } from "../../../../form/destination.rule.ts";
import { drawAgain, readForm } from "../../../../form/form-answer.ts";
import type { FormValues } from "../../../../form/form-values.ts";
import type { ScreenHandle } from "../../../../frame/frame.tsx";
import { requestContextKey } from "../../../../request/request-context.ts";
import { notFound, nothingPosted } from "../../../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../../../roadblock/roadblock-page.tsx";
import type { LegacySlice } from "../../session-slice.server.ts";
import { codeRules, pinRules } from "../../verify/code-form.tsx";
import { sendingOf } from "../../verify/sending.server.ts";
import { redirectToCurrentPage } from "../flow/legacy-guard.server.ts";
import { journeyAt, legacyTexts } from "../flow/legacy-journey.server.ts";
import { landValidation } from "../flow/legacy-landing.server.ts";
import { pageThatAsked } from "../flow/open-question.rule.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import type { LegacyRefusal } from "../parts/legacy-notice.tsx";
import type { Route } from "./+types/code.route";
import { type LegacyCodeData, LegacyCodeScreen } from "./code.screen.tsx";

type Chosen = NonNullable<LegacySlice["chosen"]>;

export function loader(args: LoaderFunctionArgs) {
  const page = codePageAt(args.url);
  if (page === undefined) return notFound(args.context.get(requestContextKey));
  const { requestContext, legacy } = redirectToCurrentPage(args, page);
  const chosen = legacy.chosen as Chosen;
  const sends = chosen.resendsLeft !== 0;
  // Where no code is left to send by any method, a PIN is the only alternative.
  const others = legacy.methods.filter(({ id, method }) => id !== chosen.id && (sends || method === "PIN"));
  const data: LegacyCodeData = {
    journey: journeyAt(requestContext, page),
    destination: destinationFor(chosen),
    username: chosen.isTyped ? chosen.to : null,
    otherWaysAt: others.length > 0 && !chosen.isTyped ? legacyFlow.VALIDATION.path : null,
    telephone: customerTelephone(requestContext.brand, requestContext.province),
    sending: sendingOf(requestContext, chosen),
    changesAddressAt: chosen.isTyped && sends ? legacyFlow[pageThatAsked(legacy)].path : null,
  };
  return { ...data, texts: legacyTexts(requestContext, ["code"]) };
}

/** Three pages share a screen; the URL tells which one. */
function codePageAt({ pathname }: URL) {
  return Object.values(codePageOf).find((page) => legacyFlow[page].path === pathname.replace(/\/$/, ""));
}

/** A typed e-mail is shown unmasked, so it needs no words for its mask. */
function destinationFor({ method, to }: Chosen): Destination {
  return destinationOf({ type: method, maskedValue: to });
}

/** The API checks the code or PIN; its next question decides the page that follows. */
export async function action(args: ActionFunctionArgs) {
  const page = codePageAt(args.url);
  if (page === undefined) return nothingPosted();
  const standing = redirectToCurrentPage(args, page);
  const { requestContext, legacy } = standing;
  const { id, method } = legacy.chosen as Chosen;
  const values = await readForm(args.request);
  const refused = refuseFaults(values, method === "PIN" ? pinRules : codeRules);
  if (refused !== undefined) return refused;
  const { settings, caller } = accountApi(requestContext);
  const body = { validationValue: typedIn(method, values) };
  const reply = await createClient(legacyRegistrationEndpoints, settings).validate(caller, legacy.id, id, body);
  if (reply.kind === "ok") return landValidation(standing, reply.data) ?? wrong(method, values, reply.data.triesLeft);
  const asking = { requestContext, question: { road: "policyNumber", isUbi: legacy.ubi } } as const;
  return answerRefusal(asking, reply, { values, read: () => undefined });
}

function typedIn(method: Chosen["method"], { securityPin = "", securityCode = "" }: FormValues): string {
  return method === "PIN" ? normalisePin(securityPin) : normaliseCode(securityCode);
}

function wrong(method: Chosen["method"], values: FormValues, triesLeft: number | undefined) {
  const field = method === "PIN" ? "securityPin" : "securityCode";
  return drawAgain<LegacyRefusal>({ faults: { [field]: { key: "wrong" } }, values, triesLeft });
}

export const handle: ScreenHandle = { isOfLink: true };

export default function LegacyCodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  return <LegacyCodeScreen data={loaderData} refusal={actionData ?? undefined} />;
}
