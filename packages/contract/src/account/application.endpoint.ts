import { z } from "zod";
import { oidcScopes } from "../brand/oidc-client.schema.ts";
import type { Endpoint } from "../endpoint.ts";
import { errorResponses } from "../error-response.ts";
import { accountCall, accountCallErrors, accountRead } from "./account-call.schema.ts";

const application = z.strictObject({
  /** Its `client_id`. */
  id: z.string(),
  /** In the language of the call. */
  name: z.string(),
  allowedAt: z.iso.datetime(),
  signedInAt: z.iso.datetime(),
  /** What it has asked for in addition to `openid`. */
  scopes: z.array(z.enum(oidcScopes)),
  /** Whether it has asked for access to an API of the brand. */
  usesApis: z.boolean(),
  /** Whether it belongs to another company, and asks for consent. */
  isThirdParty: z.boolean(),
});
export type ListedApplication = z.infer<typeof application>;

/** Calls that list the applications that an account’s person signed in to, and end their access. */
export const applicationEndpoints = {
  applications: {
    ...accountRead,
    path: "/account/v1/applications",
    summary: "List the applications that the person signed in to",
    responses: {
      200: {
        description: "By last sign-in, newest first",
        body: z.strictObject({ applications: z.array(application) }),
      },
    },
  },
  end: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/applications/{id}/end",
    params: z.object({ id: z.string().min(1).max(100) }),
    summary: "End the access of an application",
    description:
      "Revokes its codes, tokens and grants of the account in every session, and announces the logout to it. An access token that an API checks by itself is valid until it expires. Requires no fresh proof of identity. The next sign-in gives an application of the insurer access again; one of another company asks for consent.",
    responses: { 204: { description: "Ended" } },
    errors: errorResponses({ ...accountCallErrors, 404: "1404: the application has no access to the account" }),
  },
} as const satisfies Record<string, Endpoint>;
