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
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { askAgain } from "../../journeys/recover-password/ask-again.journey.ts";
import { giveMoreTime } from "../../journeys/recover-password/extend-proof.journey.ts";
import { setPassword } from "../../journeys/recover-password/set-password.journey.ts";
import { beginReset } from "../../journeys/recover-password/start-reset.journey.ts";
import { judgeTemporary } from "../../journeys/recover-password/temporary-password.journey.ts";
import { verifyCode } from "../../journeys/recover-password/verify-code.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody, readAddressBody } from "./account-body.rule.ts";
import { describeRecovery } from "./recovery-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";

/** The ways back into an account: codes and links of a reset, temporary passwords, and the new password itself. */
export function recoveryRoutes(parts: ApiParts): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeRecovery(routes.openAPIRegistry);
  const limited = { ...parts, limits: limitStore(parts) };

  routes.post(recoveryEndpoints.reset.path, async (context) => {
    const body = await readAddressBody(context, resetBody);
    if (body.kind === "refused") return body.answer;
    const ending = await beginReset(limited, { visit: context.get("visit"), email: body.email });
    return ending.kind === "begun" ? context.json({ id: ending.id }) : refusalResponse(ending);
  });

  routes.post("/api/v1/accounts/:id/validations/", async (context) => {
    const body = await readAccountBody(context, validationBody);
    if (body.kind === "refused") return body.answer;
    const typed = body.value.validationValue;
    const ending = await verifyCode(limited, { visit: context.get("visit"), id: context.req.param("id"), typed });
    if (ending.kind !== "proven") return refusalResponse(ending);
    const { kind: _proven, ...facts } = ending;
    const proof: ResetProof = { action: "RESETPWD_LOGIN", ...facts, twoFactorValidations: [], ubiMatchPH: false };
    return context.json(proof);
  });

  routes.post("/api/v1/accounts/:id/notification", async (context) => {
    const body = await readAccountBody(context, resetNotificationBody);
    if (body.kind === "refused") return body.answer;
    const ending = await askAgain(limited, { visit: context.get("visit"), id: context.req.param("id") });
    return ending.kind === "asked" ? context.json({}) : refusalResponse(ending);
  });

  routes.post("/api/v1/accounts/:id/temporary", async (context) => {
    const body = await readAccountBody(context, temporaryBody);
    if (body.kind === "refused") return body.answer;
    const { tempPassword } = body.value;
    const visit = context.get("visit");
    const order = { visit, id: context.req.param("id"), tempPassword };
    const ending = await parts.passwordChecks.run({ clientIp: visit.address }, () => judgeTemporary(limited, order));
    return ending.kind === "right" ? context.json({ id: ending.id, token: ending.token }) : refusalResponse(ending);
  });

  routes.post("/api/v1/accounts/:id/extend", async (context) => {
    const body = await readAccountBody(context, extendBody);
    if (body.kind === "refused") return body.answer;
    const { token } = body.value;
    const ending = await giveMoreTime(parts, { visit: context.get("visit"), id: context.req.param("id"), token });
    if (ending.kind === "gone") return refusalResponse(ending);
    return context.json({ idleEndsAt: ending.idleEndsAt.toISOString(), endsAt: ending.endsAt.toISOString() });
  });

  routes.post("/api/v1/accounts/:id/password", async (context) => {
    const body = await readAccountBody(context, passwordBody);
    if (body.kind === "refused") return body.answer;
    const visit = context.get("visit");
    const order = { visit, id: context.req.param("id"), body: body.value };
    const ending = await parts.passwordChecks.run({ clientIp: visit.address }, () => setPassword(limited, order));
    if (ending.kind !== "replaced") return refusalResponse(ending);
    const { email, ticket } = ending;
    return context.json({ email, ...(ticket !== undefined && { ticket }) } satisfies PasswordAnswer);
  });
  return routes;
}
