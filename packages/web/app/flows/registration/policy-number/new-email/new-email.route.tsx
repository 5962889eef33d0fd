import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { legacyRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../../../api/account-api.server.ts";
import type { RejectedReply } from "../../../../api/response-outcome.rule.ts";
import { drawAgain, readForm } from "../../../../form/form-answer.ts";
import type { ScreenHandle } from "../../../../frame/frame.tsx";
import { raiseRoadblock } from "../../../../roadblock/raise-roadblock.server.ts";
import { advanceToPage } from "../flow/legacy-guard.server.ts";
import { legacyTexts } from "../flow/legacy-journey.server.ts";
import { landValidation } from "../flow/legacy-landing.server.ts";
import { frameOf, type QuestionCall, questionAt } from "../flow/question-page.server.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import type { LegacyRefusal } from "../parts/legacy-notice.tsx";
import type { Route } from "./+types/new-email.route";
import { type AddressData, AddressScreen, newEmailRules } from "./new-email.screen.tsx";

type Asked = "ASKUSERNAME" | "ASKEMAIL";

/** Two pages ask for the new account's e-mail: a different one, or confirmation of the one on file. */
function askedAt({ pathname }: URL): Asked {
  return pathname.startsWith(legacyFlow.NEW_EMAIL.path) ? "ASKUSERNAME" : "ASKEMAIL";
}

export function loader(args: LoaderFunctionArgs) {
  const asked = askedAt(args.url);
  const talk = questionAt(args, asked);
  const { requestContext, question } = talk;
  const data: AddressData = {
    ...frameOf(talk, asked),
    // An e-mail that is another person's user name is not offered again.
    email: asked === "ASKEMAIL" ? question.email : undefined,
    typedEmail: typedEmail(talk, asked),
    sends: question.isUbi && question.road === "policyNumber" ? "code" : "link",
  };
  return { ...data, texts: legacyTexts(requestContext, ["username"]) };
}

/**
 * The e-mail typed in smart registration. One on file takes precedence, and another person's user name is not offered.
 */
function typedEmail({ requestContext, question }: QuestionCall, asked: Asked): string | undefined {
  const typed = question.road === "link" ? undefined : requestContext.session.legacyStart?.handedOver?.email;
  if (typed === undefined || question.email === undefined) return typed;
  const isOther = normaliseEmail(typed) !== normaliseEmail(question.email);
  return asked === "ASKUSERNAME" && isOther ? typed : undefined;
}

const taken = { email: { key: "alreadyExists" } } as const;

/** Sends a link to the e-mail, or a code in the usage-based programme. An e-mail already in use is a field error. */
export async function action(args: ActionFunctionArgs) {
  const talk = questionAt(args, askedAt(args.url));
  const values = await readForm(args.request);
  const refused = refuseFaults(values, newEmailRules);
  if (refused !== undefined) return refused;
  const { requestContext, question } = talk;
  const { email = "" } = values;
  const place = { registrationId: question.id, validationId: question.validationId };
  const { settings, caller } = accountApi(requestContext);
  const reply = await createClient(legacyRegistrationEndpoints, settings).validate(
    caller,
    place.registrationId,
    place.validationId,
    {
      validationValue: email,
    },
  );
  if (reply.kind !== "ok") return answerRefusal(talk, reply, { values, read: meaningOf });
  const { legacy } = requestContext.session;
  const standing = question.road === "policyNumber" && legacy !== undefined ? { requestContext, legacy } : undefined;
  if (reply.status !== 202) {
    const landed = standing && landValidation(standing, reply.data);
    if (landed !== undefined) return landed;
    const { error, triesLeft } = reply.data;
    return error
      ? drawAgain<LegacyRefusal>({ faults: taken, values, triesLeft })
      : raiseRoadblock(requestContext, "technical");
  }
  requestContext.session.mailedLink = { answeredQuestion: place, email };
  return standing === undefined ? redirect(legacyFlow.EMAIL_SENT.path, 303) : advanceToPage(standing, "EMAIL_SENT");
}

function meaningOf({ status, error }: RejectedReply) {
  if (error.fields?.validationValue === "alreadyExists") return taken;
  return status === 400 ? ({ email: { key: "format" } } as const) : undefined;
}

export const handle: ScreenHandle = { isOfLink: true };

export default function NewEmailRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AddressScreen data={loaderData} refusal={actionData} />;
}
