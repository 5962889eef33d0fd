import { OpenAPIHono } from "@hono/zod-openapi";
import {
  extendBody,
  type PasswordAnswer,
  passwordBody,
  type ResetProof,
  recoveryEndpoints,
  resetBody,
  resetNotificationBody,
  temporaryBody,
  validationBody,
} from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { extendReset } from "../../flows/password-reset/extend-reset.ts";
import { resendResetMessage } from "../../flows/password-reset/resend-reset-message.ts";
import { setPassword } from "../../flows/password-reset/set-password.ts";
import { requestReset } from "../../flows/password-reset/start-reset.ts";
import { verifyTemporaryPassword } from "../../flows/password-reset/temporary-password.ts";
import { verifyResetCode } from "../../flows/password-reset/verify-code.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readAccountBody, readAddressBody } from "./account-body.rule.ts";
import { describeRecovery } from "./recovery-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";

/** Account recovery: reset codes and links, temporary passwords, and the new password itself. */
export function recoveryRoutes(deps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeRecovery(routes.openAPIRegistry);
  const limited = { ...deps, limits: limitStore(deps) };

  routes.post(recoveryEndpoints.reset.path, async (context) => {
    const body = await readAddressBody(context, resetBody);
    if (body.kind === "refused") return body.answer;
    const result = await requestReset(limited, { requestContext: context.get("requestContext"), email: body.email });
    return result.kind === "begun" ? context.json({ id: result.id }) : refusalResponse(result);
  });

  routes.post("/api/v1/accounts/:id/validations/", async (context) => {
    const body = await readAccountBody(context, validationBody);
    if (body.kind === "refused") return body.answer;
    const typed = body.value.validationValue;
    const result = await verifyResetCode(limited, {
      requestContext: context.get("requestContext"),
      id: context.req.param("id"),
      typed,
    });
    if (result.kind !== "proven") return refusalResponse(result);
    const { kind: _proven, ...facts } = result;
    const proof: ResetProof = { action: "RESETPWD_LOGIN", ...facts, twoFactorValidations: [], ubiMatchPH: false };
    return context.json(proof);
  });

  routes.post("/api/v1/accounts/:id/notification", async (context) => {
    const body = await readAccountBody(context, resetNotificationBody);
    if (body.kind === "refused") return body.answer;
    const result = await resendResetMessage(limited, {
      requestContext: context.get("requestContext"),
      id: context.req.param("id"),
    });
    return result.kind === "asked" ? context.json({}) : refusalResponse(result);
  });

  routes.post("/api/v1/accounts/:id/temporary", async (context) => {
    const body = await readAccountBody(context, temporaryBody);
    if (body.kind === "refused") return body.answer;
    const { tempPassword } = body.value;
    const requestContext = context.get("requestContext");
    const order = { requestContext, id: context.req.param("id"), tempPassword };
    const result = await deps.passwordChecks.run({ clientIp: requestContext.clientIp }, () =>
      verifyTemporaryPassword(limited, order),
    );
    return result.kind === "right" ? context.json({ id: result.id, token: result.token }) : refusalResponse(result);
  });

  routes.post("/api/v1/accounts/:id/extend", async (context) => {
    const body = await readAccountBody(context, extendBody);
    if (body.kind === "refused") return body.answer;
    const { token } = body.value;
    const result = await extendReset(deps, {
      requestContext: context.get("requestContext"),
      id: context.req.param("id"),
      token,
    });
    if (result.kind === "gone") return refusalResponse(result);
    return context.json({ idleEndsAt: result.idleEndsAt.toISOString(), endsAt: result.endsAt.toISOString() });
  });

  routes.post("/api/v1/accounts/:id/password", async (context) => {
    const body = await readAccountBody(context, passwordBody);
    if (body.kind === "refused") return body.answer;
    const requestContext = context.get("requestContext");
    const order = { requestContext, id: context.req.param("id"), body: body.value };
    const result = await deps.passwordChecks.run({ clientIp: requestContext.clientIp }, () =>
      setPassword(limited, order),
    );
    if (result.kind !== "replaced") return refusalResponse(result);
    const { email, ticket } = result;
    return context.json({ email, ...(ticket !== undefined && { ticket }) } satisfies PasswordAnswer);
  });
  return routes;
}
