import { type AcrLevel, acrLevels } from "@vestibule/contract/brand/oidc-client.schema.ts";
import { type Context, Hono } from "hono";
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import type { DemoDeps } from "../demo-deps.ts";
import { apiId, apiPath } from "./application-client.rule.ts";
import { inProcess } from "./in-process-call.ts";

type ApiDeps = Pick<DemoDeps, "clock" | "gateway">;

interface ApiCall {
  scope: string;
  /** The weakest sign-in that it accepts. */
  acr: AcrLevel;
}

const calls: Record<string, ApiCall> = {
  policy: { scope: "policy:read", acr: "urn:vestibule:password" },
  "bank-account": { scope: "bank-account:write", acr: "urn:vestibule:two-factor" },
};

/** Every person of the demo is paid into the same invented account. */
const bankAccount = "00042-815-0064207";

/** The API behind the demo's application, which checks access tokens by itself. */
export function apiRoutes(deps: ApiDeps): Hono {
  const routes = new Hono();
  for (const [name, { scope, acr }] of Object.entries(calls))
    routes.get(`${apiPath}/${name}`, async (c) => {
      const token = await readToken(deps, c.req.raw);
      if (token === undefined) return challenge(c, 401, { error: "invalid_token" });
      if (!String(token.scope).split(" ").includes(scope))
        return challenge(c, 403, { error: "insufficient_scope", scope });
      if (levelOf(token.acr) < levelOf(acr))
        return challenge(c, 401, {
          error: "insufficient_user_authentication",
          error_description: "a stronger sign-in is needed",
          acr_values: acr,
        });
      return c.json({ bankAccount });
    });
  return routes;
}

/** Verifies the access token of a request; undefined where it has none that is valid for this API. */
async function readToken({ clock, gateway }: ApiDeps, request: Request): Promise<JWTPayload | undefined> {
  const { origin } = new URL(request.url);
  const issuer = `${origin}/oidc`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), { [customFetch]: inProcess(gateway, request) });
  const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  const options = { issuer, audience: apiId(origin), typ: "at+jwt", currentDate: clock.now() };
  const verified = await jwtVerify(token, keys, options).catch(() => undefined);
  return verified?.payload;
}

const levels: readonly unknown[] = acrLevels;
const levelOf = (acr: unknown) => levels.indexOf(acr);

/** Says what the request lacks, as RFC 6750 and RFC 9470 do. */
function challenge(c: Context, status: 401 | 403, parameters: Record<string, string>): Response {
  const quoted = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return c.body(null, status, { "www-authenticate": `Bearer ${quoted.join(", ")}` });
}
