import type { z } from "zod";
import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { type AccountReply, askAccountApi, pathWith } from "./account-call.client.ts";
import {
  type AuthenticationBody,
  authenticationAnswer,
  extendAnswer,
  notificationAnswer,
  type PasswordBody,
  passwordAnswer,
  type ResetProof,
  recoveryEndpoints,
  resetAnswer,
  resetProof,
  type SignedIn,
  temporaryAnswer,
} from "./recovery.schema.ts";

type Reply<Answer extends z.ZodType> = Promise<AccountReply<z.infer<Answer>>>;

/** Account recovery calls of API v1. */
export interface RecoveryClient {
  /** Starts a reset; responds alike for unknown e-mails. */
  reset(caller: ApiCaller, body: { email: string }): Reply<typeof resetAnswer>;
  /** Resends the reset's message. */
  sendAgain(caller: ApiCaller, id: string): Reply<typeof notificationAnswer>;
  /** Verifies the six digits of a reset. */
  validate(caller: ApiCaller, id: string, body: { validationValue: string }): Promise<AccountReply<ResetProof>>;
  /** Verifies a temporary password. */
  temporary(caller: ApiCaller, id: string, body: { tempPassword: string }): Reply<typeof temporaryAnswer>;
  /** Restarts a token's ten minutes, repeatedly until its absolute expiry. */
  extend(caller: ApiCaller, id: string, body: { token: string }): Reply<typeof extendAnswer>;
  /** Sets a new password. */
  password(caller: ApiCaller, id: string, body: PasswordBody): Reply<typeof passwordAnswer>;
  /** Verifies an account's password, with the identity fact that a link requires. */
  authenticate(caller: ApiCaller, id: string, body: AuthenticationBody): Promise<AccountReply<SignedIn>>;
}

export function createRecoveryClient(settings: ApiClientSettings): RecoveryClient {
  const again = { mediumType: "EMAIL", notificationType: "RESET_PSW" };
  const ask = <Data>(
    caller: ApiCaller,
    call: { endpoint: { method: string; path: string }; id?: string; body: unknown; answer: z.ZodType<Data> },
  ) => {
    const { endpoint, id = "", body, answer } = call;
    const path = pathWith(endpoint.path, { id, sessionId: id });
    return askAccountApi(settings, caller, { method: endpoint.method, path, body, answer });
  };
  const { reset, notify, validate, temporary, extend, password, authenticate } = recoveryEndpoints;
  return {
    reset: (caller, body) => ask(caller, { endpoint: reset, body, answer: resetAnswer }),
    sendAgain: (caller, id) => ask(caller, { endpoint: notify, id, body: again, answer: notificationAnswer }),
    validate: (caller, id, body) => ask(caller, { endpoint: validate, id, body, answer: resetProof }),
    temporary: (caller, id, body) => ask(caller, { endpoint: temporary, id, body, answer: temporaryAnswer }),
    extend: (caller, id, body) => ask(caller, { endpoint: extend, id, body, answer: extendAnswer }),
    password: (caller, id, body) => ask(caller, { endpoint: password, id, body, answer: passwordAnswer }),
    authenticate: (caller, id, body) => ask(caller, { endpoint: authenticate, id, body, answer: authenticationAnswer }),
  };
}
