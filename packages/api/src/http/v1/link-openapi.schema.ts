import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import {
  registrationExtendAnswer,
  registrationExtendEndpoint,
} from "@vestibule/contract/v1/legacy-registration.schema.ts";
import {
  accountCreateBody,
  linkAnswer,
  linkEndpoints,
  linkRemovalBody,
  lockedNotificationBody,
  registrationValidation,
} from "@vestibule/contract/v1/link.schema.ts";
import {
  authenticationAnswer,
  authenticationBody,
  notificationAnswer,
  recoveryEndpoints,
  validationBody,
} from "@vestibule/contract/v1/recovery.schema.ts";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });
const token = { params: z.object({ token: z.string() }) };
const refusals = {
  403: problem("3008: the api-key header names no client"),
  429: problem(
    "1429: too many from this address, or too soon after the last message; retry-after says how long to wait",
  ),
  503: problem("1503: not now, 1504: the policy directory does not answer in time; retry-after says when"),
};

export function describeLinks(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.registerPath({
    method: "get",
    path: linkEndpoints.read.path,
    summary: "What a link from an e-mail leads to",
    description: "Reading never consumes it. Used, deleted, superseded or past its date: TOKEN_EXPIRED alone.",
    tags: ["links"],
    request: { ...token, query: z.object({ src: z.enum(linkSources).optional() }) },
    responses: {
      ...refusals,
      200: { description: "The link, or that it is over", content: json(linkAnswer) },
      404: problem("1404: no such link under the brand, or a source that nobody has"),
    },
  });
  registry.registerPath({
    method: "delete",
    path: linkEndpoints.remove.path,
    summary: "Delete a link",
    description:
      "A link that made an account or confirmed a password is used up by that call. A live one is deleted only with the fact that identityFact names; a wrong fact counts as an attempt, as where an account is made. One answer in every case, also for a link that is over or never was.",
    tags: ["links"],
    request: { ...token, body: { required: false, content: json(linkRemovalBody) } },
    responses: {
      ...refusals,
      ...bodyRefusals,
      204: { description: "Accepted" },
      400: problem("1000: the body breaks the schema"),
    },
  });
  registry.registerPath({
    method: "post",
    path: linkEndpoints.notify.path,
    summary: "Ask for a fresh link in place of one that is over",
    description: "For the same action, to the same address, three times. An address with many mails gets none, untold.",
    tags: ["links"],
    request: { ...token, body: { required: true, content: json(lockedNotificationBody) } },
    responses: {
      ...refusals,
      ...bodyRefusals,
      200: { description: "Asked for", content: json(notificationAnswer) },
      403: problem("3002: asked for too often, roadblock resend-email; 3008"),
      404: problem("1404: nothing to renew: no such link, a live one, or one its owner finished with"),
    },
  });
}

const bodyRefusals = {
  413: problem("The body is larger than 16 KiB"),
  415: problem("The body is not application/json"),
};
const byId = { params: z.object({ id: z.string() }) };
const overOrClosed = "3002: a limit is reached, roadblock says which; 3004: the link is over; 3008";
const overBefore =
  "1404: the id is of another journey or brand, or the registration is over; 1405: over by this very call, sent before";
const malformed = "1000: the body breaks the schema, or misses what identityFact asks";

/** Accounts created or joined through a link. */
export function describeLinkAccounts(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.registerPath({
    method: "post",
    path: linkEndpoints.create.path,
    summary: "Make the account that a link was issued for, or that a registration has proven the owner of",
    description: "With the fact that identityFact names. The ticket signs in once, within 60 seconds.",
    tags: ["links"],
    request: { ...byId, body: { required: true, content: json(accountCreateBody) } },
    responses: {
      ...refusals,
      ...bodyRefusals,
      201: { description: "Made", content: json(authenticationAnswer) },
      240: {
        description: "The person has an account by now, which is told; by a registration alone",
        content: json(registrationValidation),
      },
      400: problem(
        `${malformed}; 1002, 1003: the fact, 1002 with triesLeft; 2002, 2003: the password; 4001: the address is in use`,
      ),
      403: problem(overOrClosed),
      404: problem(overBefore),
    },
  });
  registry.registerPath({
    method: "post",
    path: recoveryEndpoints.authenticate.path,
    summary: "Judge the password of an account that was found, or that a link or a registration leads into",
    description:
      "A wrong password counts like one at the gateway. By a link or a registration, its profile is added to the account; the fact that identityFact names is judged before the password.",
    tags: ["accounts"],
    request: { ...byId, body: { required: true, content: json(authenticationBody) } },
    responses: {
      ...refusals,
      ...bodyRefusals,
      200: { description: "Right", content: json(authenticationAnswer) },
      400: problem(
        `${malformed}; 3005: the password, with triesLeft on the last try of a registration or link; 1002, 1003: the fact, 1002 with triesLeft`,
      ),
      403: problem(overOrClosed),
      404: problem(overBefore),
      412: problem("1412: the insurer took the access away"),
    },
  });
}

/** Verification methods and identity questions of a registration. */
export function describeRegistrationValidation(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.registerPath({
    method: "post",
    path: linkEndpoints.validate.path,
    summary: "Choose a way to prove who one is, or answer what a registration asked",
    description:
      "Without a body: a way is chosen, or its message sent once more. With a value: the code or PIN of that way, or the e-mail that ASKEMAIL and ASKUSERNAME ask for. A right code given again is refused, with what is asked now. `replay` is accepted and decides nothing.",
    tags: ["links"],
    request: {
      params: z.object({ registrationId: z.string(), validationId: z.string() }),
      body: { required: false, content: json(validationBody) },
    },
    responses: {
      ...refusals,
      ...bodyRefusals,
      200: {
        description: "Proven: a password may be chosen, with the fact that identityFact names",
        content: json(registrationValidation),
      },
      202: { description: "A code or a link is on its way", content: json(registrationValidation) },
      240: {
        description:
          "By `error`: not the right code, or an address that somebody uses. Else the way was chosen and sends nothing, or `action` says what is asked next (ASKEMAIL, ASKUSERNAME, ASKEMAILCODE, ASKPASSWORD) or that there is an account (WELCOME_BACK)",
        content: json(registrationValidation),
      },
      400: problem("1000: the body breaks the schema, or the value its rule; costs no try"),
      403: problem(overOrClosed),
      404: problem("1404: an id is of another journey or brand, or the registration is over"),
    },
  });
}

/** Extension of a registration by policy number. */
export function describeRegistrationExtension(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.registerPath({
    method: "post",
    path: registrationExtendEndpoint.path,
    summary: "Give a registration under way more time",
    description:
      "Its 15 idle minutes begin anew; the 30 minutes from its beginning stay. No step: codes and tries stay as they are. Any other accepted call has the same effect.",
    tags: ["links"],
    request: { params: z.object({ registrationId: z.string() }) },
    responses: {
      ...refusals,
      ...bodyRefusals,
      200: { description: "When it is over now", content: json(registrationExtendAnswer) },
      400: problem("1000: there is a body, and it is not an empty object"),
      404: problem("1404: the id is of another journey or brand, or the registration is over"),
    },
  });
}
