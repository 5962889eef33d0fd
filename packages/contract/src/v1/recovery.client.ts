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

/** Calls of API v1 that lead back into an account. */
export interface RecoveryClient {
  /** Begins a reset; alike for addresses that nobody uses. */
  reset(caller: ApiCaller, body: { email: string }): Reply<typeof resetAnswer>;
  /** Sends the reset's message again. */
  sendAgain(caller: ApiCaller, id: string): Reply<typeof notificationAnswer>;
  /** Judges the six digits of a reset. */
  validate(caller: ApiCaller, id: string, body: { validationValue: string }): Promise<AccountReply<ResetProof>>;
  /** Judges a temporary password. */
  temporary(caller: ApiCaller, id: string, body: { tempPassword: string }): Reply<typeof temporaryAnswer>;
  /** Begins a token's ten minutes anew, as often as its end in any case lets it. */
  extend(caller: ApiCaller, id: string, body: { token: string }): Reply<typeof extendAnswer>;
  /** Sets a new password. */
  password(caller: ApiCaller, id: string, body: PasswordBody): Reply<typeof passwordAnswer>;
  /** Judges an account's password, with the identity fact that a link asks for. */
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
