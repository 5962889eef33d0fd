import { z } from "zod";
import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { type AccountReply, askAccountApi, pathWith } from "./account-call.client.ts";
import {
  type AccountCreateAnswer,
  type AccountCreateBody,
  accountCreateAnswer,
  type LinkAnswer,
  type LinkRemovalBody,
  linkAnswer,
  linkEndpoints,
  type RegistrationValidation,
  registrationValidation,
} from "./link.schema.ts";
import { notificationAnswer } from "./recovery.schema.ts";

/** Calls of API v1 that follow a link from an e-mail. */
export interface LinkClient {
  /** What a link leads to; does not consume it. */
  read(caller: ApiCaller, link: { token: string; source?: string }): Promise<AccountReply<LinkAnswer>>;
  /** Deletes a link; an active one requires the fact that its `identityFact` names. */
  remove(caller: ApiCaller, token: string, facts?: LinkRemovalBody): Promise<AccountReply<Record<string, never>>>;
  /** Requests a new link for the same action and e-mail. */
  sendReissuedLink(caller: ApiCaller, token: string): Promise<AccountReply<z.infer<typeof notificationAnswer>>>;
  /** Answers a question of a registration, such as an e-mail; without a value, resends its message. */
  validate(
    caller: ApiCaller,
    place: { registrationId: string; validationId: string },
    body?: { validationValue: string },
  ): Promise<AccountReply<RegistrationValidation>>;
  create(caller: ApiCaller, id: string, body: AccountCreateBody): Promise<AccountReply<AccountCreateAnswer>>;
}

const nothing = z.strictObject({});

export function createLinkClient(settings: ApiClientSettings): LinkClient {
  const { read, remove, notify, validate, create } = linkEndpoints;
  const fresh = { mediumType: "EMAIL", notificationType: "LOCKED_ACCOUNT" };
  return {
    read: (caller, { token, source }) => {
      const query = source === undefined ? "" : `?src=${encodeURIComponent(source)}`;
      const path = `${pathWith(read.path, { token })}${query}`;
      return askAccountApi(settings, caller, { method: read.method, path, answer: linkAnswer });
    },
    remove: (caller, token, facts) =>
      askAccountApi(settings, caller, {
        method: remove.method,
        path: pathWith(remove.path, { token }),
        ...(facts && { body: facts }),
        answer: nothing,
      }),
    sendReissuedLink: (caller, token) =>
      askAccountApi(settings, caller, {
        method: notify.method,
        path: pathWith(notify.path, { token }),
        body: fresh,
        answer: notificationAnswer,
      }),
    validate: (caller, place, body) =>
      askAccountApi(settings, caller, {
        method: validate.method,
        path: pathWith(validate.path, place),
        ...(body && { body }),
        answer: registrationValidation,
      }),
    create: (caller, id, body) =>
      askAccountApi(settings, caller, {
        method: create.method,
        path: pathWith(create.path, { id }),
        body,
        answer: accountCreateAnswer,
      }),
  };
}
