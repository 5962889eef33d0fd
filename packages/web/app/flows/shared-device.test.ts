import { flow } from "@vestibule/catalogue/flow.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { redirected } from "../../test/portal.ts";
import { open, post, userAt } from "../../test/registering.ts";
import { loginEmailSlice } from "../shared-slices/login-slices.server.ts";
import { registrationSlice } from "../shared-slices/registration-slices.server.ts";
import { accountEmailSlice, accountProofSlice } from "./account/session-slice.server.ts";
import * as gatewayReturn from "./login/gateway-return.route.ts";
import * as confirmation from "./registration/account/confirmation.route.tsx";

const testApi = await openTestApi();

test.each([
  ["signing in", "TAM_OP=login_success&ERROR_CODE=0x38cf05e7"],
  ["signing out", "TAM_OP=logout&ERROR_CODE=0x00000000"],
])("A-152 %s leaves nothing of the person before in the browser", async (_event, response) => {
  const user = await userAt(testApi, "CONFIRM");
  Object.assign(user.requestContext.session.contents, {
    accountEmail: { email: "nouveau@courrier.example", sentAt: new Date().toISOString() },
    accountProof: { next: "email" },
  });
  expect(await open(user, confirmation, flow.CONFIRM.path)).toMatchObject({ kind: "rendered" });
  await open(user, gatewayReturn, `/webseal.do?${response}`);
  const registration = user.requestContext.session.get(registrationSlice);
  const accountEmail = user.requestContext.session.get(accountEmailSlice);
  const accountProof = user.requestContext.session.get(accountProofSlice);
  expect({ registration, accountEmail, accountProof }).toEqual({});
  expect(await open(user, confirmation, flow.CONFIRM.path)).toEqual(redirected(flow.ACCOUNT_TYPE.path));
  expect(await post(user, confirmation, flow.CONFIRM.path)).toEqual(redirected("/"));
  expect(user.requestContext.session.get(loginEmailSlice)).toBeUndefined();
});
