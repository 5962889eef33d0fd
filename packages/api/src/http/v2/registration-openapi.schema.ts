import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { emailSourceHeader } from "@vestibule/contract/v1/support.schema.ts";
import {
  accountTypeBody,
  createBody,
  errorAnswer,
  identifyBody,
  type RegistrationEndpoint,
  registrationAnswers,
  registrationBase,
  registrationEndpoints,
  sessionHeader,
  usernameBody,
  verifyBody,
} from "@vestibule/contract/v2/registration.schema.ts";
import { registrationCallErrors } from "./registration-call-error.table.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type RouteConfig = Parameters<Registry["registerPath"]>[0];
type Responses = RouteConfig["responses"];

const summaries: Readonly<Record<RegistrationEndpoint, string>> = {
  start: "Begin a session; its token stands at ACCOUNT_TYPE",
  page: "Data of the session's page",
  accountType: "Say in which role one registers",
  identify: "Say who one is, by what the page asks for, or ask for another way",
  options: "Ways in which a code can be received; empty where there is none",
  send: "Send a code, or choose the PIN that was issued",
  resend: "Send a new code the same way; HEAD and prefetch do nothing",
  verify: "Give the code of six digits, or the PIN of eight characters",
  username: "Confirm or choose the e-mail of the account",
  accountInfo: "First name, username and roles",
  create: "Create the account",
  ticket: "A new sign-in ticket: 60 seconds, one use",
  back: "To the page before",
  cancel: "End the session",
};

const bodies: Partial<Record<RegistrationEndpoint, z.ZodType>> = {
  accountType: accountTypeBody,
  identify: identifyBody,
  verify: verifyBody,
  username: usernameBody,
  create: createBody,
};

/** Describes each call's parameters, responses and errors, from the tables that the API itself uses. */
export function describeRegistration(registry: Registry): void {
  for (const name of Object.keys(registrationEndpoints) as RegistrationEndpoint[]) {
    const { method, path } = registrationEndpoints[name];
    const route = routeOf(name, method);
    registry.registerPath({ ...route, path: registrationBase + path });
    if (name === "resend") registry.registerPath({ ...routeOf(name, "GET"), path: registrationBase + path });
  }
}

function routeOf(name: RegistrationEndpoint, method: string): Omit<RouteConfig, "path"> {
  const body = bodies[name];
  return {
    method: method.toLowerCase() as RouteConfig["method"],
    operationId: `registration.${name}${name === "resend" && method === "GET" ? "ByGet" : ""}`,
    tags: ["Smart registration"],
    summary: summaries[name],
    request: {
      headers: requestHeaders(name),
      ...(name === "send" && { params: z.object({ optionId: z.string() }) }),
      ...(body && { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: { ...acceptedAnswer(name), ...errorAnswers(name) },
  };
}

function requestHeaders(name: RegistrationEndpoint) {
  const common = {
    "api-key": z.string().openapi({ description: "Public client id: picks the brand" }),
    province: z.string().optional().openapi({ description: "Upper case; the brand's default where it is not served" }),
    language: z.string().optional().openapi({ description: "en or fr; the brand's default where it is not spoken" }),
    [emailSourceHeader]: z
      .enum(linkSources)
      .optional()
      .openapi({ description: "Which e-mail brought the person: counted in the statistics, anything else is ignored" }),
  };
  const token = z.string().openapi({ description: "The newest token of the session" });
  return z.object(name === "start" ? common : { ...common, [sessionHeader]: token });
}

const responseHeaders = {
  [sessionHeader]: {
    description: "The session's next token; none where the session is over",
    schema: { type: "string" as const },
  },
};

function acceptedAnswer(name: RegistrationEndpoint): Responses {
  if (name === "cancel") return { 204: { description: "The session is over" } };
  const content = { "application/json": { schema: registrationAnswers[name] } };
  return { [name === "create" ? 201 : 200]: { description: "Accepted", headers: responseHeaders, content } };
}

/** One response per status, listing its possible error codes. */
function errorAnswers(name: RegistrationEndpoint): Responses {
  const byStatus = new Map<number, RegistrationErrorCode[]>();
  for (const code of registrationCallErrors[name])
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const entries = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.join(", "),
      headers: responseHeaders,
      content: { "application/json": { schema: errorAnswer } },
    },
  ]);
  return Object.fromEntries(entries);
}

/** The message distinguishes an expired session from an invalid token. */
function statusesOf(code: RegistrationErrorCode): number[] {
  const { status } = registrationErrors[code];
  return code === "INVALID_TOKEN" ? [status, 404] : [status];
}
