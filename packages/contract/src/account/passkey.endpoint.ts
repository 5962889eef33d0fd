import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems, unknownApiKey } from "../v1/account.endpoint.ts";
import { accountCall, accountCallProblems } from "./account-call.schema.ts";
import {
  addPasskeyBody,
  passkeyAnswer,
  passkeyCreationOptions,
  passkeyRequestOptions,
  passkeysAnswer,
  renamePasskeyBody,
} from "./passkey.schema.ts";

const notFound = { 404: "1404: no passkeys at this host, or no such passkey" };
const proofProblems = { 403: `3010: the last proof is too old; ${unknownApiKey}` };
const params = z.object({ id: z.uuid() });

export const passkeyEndpoints = {
  passkeys: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/passkeys",
    summary: "List the passkeys of an account",
    description: "With what to offer right after a registration or a new password.",
    answers: { 200: { description: "Oldest first", body: passkeysAnswer } },
    errors: problems({ ...accountCallProblems, ...notFound }),
  },
  creationOptions: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/options",
    summary: "Options of navigator.credentials.create",
    description:
      "With a challenge that this session can answer once, within five minutes. Needs a proof of the last ten minutes.",
    answers: { 200: { description: "As the browser reads them", body: passkeyCreationOptions } },
    errors: problems({ ...accountCallProblems, ...notFound, ...proofProblems }),
  },
  add: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys",
    summary: "Add a passkey",
    body: addPasskeyBody,
    answers: { 201: { description: "Added; the owner is notified" } },
    errors: problems({
      ...accountCallProblems,
      ...notFound,
      ...bodyProblems,
      400: "1000: the body breaks the schema; 3011: the device’s answer does not verify, came too late or was used before",
      409: "1410: the account has as many passkeys as it may, or got too many in a day",
    }),
  },
  rename: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/{id}",
    params,
    summary: "Rename a passkey",
    body: renamePasskeyBody,
    answers: { 200: { description: "Renamed" } },
    errors: problems({ ...accountCallProblems, ...notFound, ...bodyProblems }),
  },
  remove: {
    ...accountCall,
    method: "DELETE",
    path: "/account/v1/passkeys/{id}",
    params,
    summary: "Remove a passkey",
    answers: { 200: { description: "Removed; the owner is notified" } },
    errors: problems({ ...accountCallProblems, ...notFound, ...proofProblems }),
  },
  proofOptions: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/proof/options",
    summary: "Options of navigator.credentials.get for a fresh proof",
    answers: { 200: { description: "For the passkeys of the account", body: passkeyRequestOptions } },
    errors: problems({ ...accountCallProblems, ...notFound }),
  },
  prove: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/passkeys/proof",
    summary: "Prove who the person is, by a passkey",
    body: passkeyAnswer,
    answers: { 200: { description: "Proven; changes are allowed again for a while" } },
    errors: problems({
      ...accountCallProblems,
      ...notFound,
      ...bodyProblems,
      400: "1000: the body breaks the schema; 3011: the device’s answer does not verify",
    }),
  },
} as const satisfies Record<string, Endpoint>;
