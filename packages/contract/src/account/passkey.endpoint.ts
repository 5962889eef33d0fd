import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, unknownApiKey } from "../error-response.ts";
import { accountCall, accountCallErrors } from "./account-call.schema.ts";
import {
  newPasskey,
  passkeyCreationOptions,
  passkeyName,
  passkeyRequestOptions,
  passkeyResponse,
  passkeysResponse,
} from "./passkey.schema.ts";

const passkeyErrors = {
  ...accountCallErrors,
  404: "1404: passkeys are not available at this host, or unknown passkey",
};
const proofErrors = { ...passkeyErrors, 403: `3010: a fresh proof of identity is required; ${unknownApiKey}` };
const settlingError = "3012: a change of the last 72 hours has not settled; `until` says when";
const params = z.object({ id: z.uuid() });

export const passkeyEndpoints = {
  passkeys: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/passkeys",
    summary: "List the passkeys of an account",
    description: "Also says whether to offer a passkey after a registration or a new password.",
    responses: { 200: { description: "Oldest first", body: passkeysResponse } },
    errors: errorResponses(passkeyErrors),
  },
  creationOptions: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/options",
    summary: "Get the options of navigator.credentials.create",
    description:
      "With a challenge for this session: one use, five minutes. Requires a proof of identity of the last ten minutes.",
    responses: { 200: { description: "Options in JSON, as browsers accept them", body: passkeyCreationOptions } },
    errors: errorResponses(proofErrors),
  },
  add: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys",
    summary: "Add a passkey",
    body: z.strictObject({ name: passkeyName, passkey: newPasskey }),
    responses: { 201: { description: "Added; the owner is notified" } },
    errors: errorResponses({
      ...passkeyErrors,
      ...bodyErrors,
      400: "1000: the body is invalid; 3011: the device’s response is invalid, late or a replay",
      409: "1410: the account has reached the limit of passkeys, or too many were added in a day",
    }),
  },
  decline: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/refusal",
    summary: "Refuse the passkey that is offered after a code",
    description: "It is not offered again for 90 days.",
    responses: { 204: { description: "Recorded" } },
    errors: errorResponses(passkeyErrors),
  },
  rename: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/{id}",
    params,
    summary: "Rename a passkey",
    body: z.strictObject({ name: passkeyName }),
    responses: { 200: { description: "Renamed" } },
    errors: errorResponses({ ...passkeyErrors, ...bodyErrors }),
  },
  remove: {
    ...accountCall,
    method: "DELETE",
    path: "/account/v1/passkeys/{id}",
    params,
    summary: "Remove a passkey",
    description: "While a change of the last 72 hours has not settled, an older passkey stays.",
    responses: { 200: { description: "Removed; the owner is notified" } },
    errors: errorResponses({ ...proofErrors, 403: `${proofErrors[403]}; ${settlingError}` }),
  },
  keep: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/{id}/keep",
    params,
    summary: "Turn a passkey on again that an undo or a freeze left off",
    responses: { 200: { description: "It signs in again; the owner is notified" } },
    errors: errorResponses(proofErrors),
  },
  proofOptions: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/proof/options",
    summary: "Get the options of navigator.credentials.get for a proof of identity",
    responses: { 200: { description: "For the passkeys of the account", body: passkeyRequestOptions } },
    errors: errorResponses(passkeyErrors),
  },
  prove: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/proof",
    summary: "Prove the identity by a passkey",
    body: passkeyResponse,
    responses: { 200: { description: "Changes are then accepted for ten minutes" } },
    errors: errorResponses({
      ...passkeyErrors,
      ...bodyErrors,
      400: "1000: the body is invalid; 3011: the device’s response is invalid",
    }),
  },
} as const satisfies Record<string, Endpoint>;
