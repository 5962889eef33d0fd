import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from "jose";
import { type AdapterPayload, errors, type Provider } from "oidc-provider";
import type { Clock } from "../platform/clock.adapter.ts";
import { providerRequests } from "./provider-request.ts";

/**
 * The library reads this process's clock. What is stored and issued is in the database's time, because servers differ:
 * times are converted where the library reads and writes its storage, and in the tokens that it signs.
 */
const storedTimes = ["iat", "exp", "iiat", "authTime", "loginTs"];
const tokenTimes = ["iat", "exp", "auth_time"];
const graceSeconds = 30;

/** By how many seconds this process's clock is ahead of the database's; a negative number if it is behind. */
export const secondsAheadOf = (databaseClock: Clock) => Math.round((Date.now() - databaseClock.now().getTime()) / 1000);

export const toLibraryTime = (payload: AdapterPayload) => movePayload(payload, aheadSeconds());
export const toDatabaseTime = (payload: AdapterPayload) => movePayload(payload, -aheadSeconds());

/** A moment of the database in the seconds that the library compares. */
export const librarySeconds = (moment: Date) => Math.floor(moment.getTime() / 1000) + aheadSeconds();

const aheadSeconds = () => providerRequests.getStore()?.aheadSeconds ?? 0;

/** Refuses an application's assertion before or after its time by the database, with a grace. Throws `InvalidClientAuth`. */
export function checkAssertionTimes({ nbf, exp }: Record<string, unknown>): void {
  const now = Math.floor(Date.now() / 1000) - aheadSeconds();
  if (Number(exp) <= now - graceSeconds) throw new errors.InvalidClientAuth("the assertion has expired");
  if (Number(nbf ?? now) > now + graceSeconds) throw new errors.InvalidClientAuth("the assertion is not valid yet");
}

function movePayload(payload: AdapterPayload, seconds: number): AdapterPayload {
  const moved = moveTimes(payload, storedTimes, seconds);
  for (const name of ["result", "lastSubmission"] as const) {
    const result = moved[name];
    if (result?.login) moved[name] = { ...result, login: moveTimes(result.login, ["ts"], seconds) };
  }
  return moved;
}

function moveTimes<Values extends object>(values: Values, names: readonly string[], seconds: number): Values {
  const isTime = (name: string, value: unknown): value is number => names.includes(name) && typeof value === "number";
  const moved = Object.entries(values).map(([name, value]) => [name, isTime(name, value) ? value + seconds : value]);
  return Object.fromEntries(moved);
}

/** Moves the times of a token that the library is about to sign to the database's. */
export function moveTokenToDatabaseTime(payload: Record<string, unknown>): void {
  Object.assign(payload, moveTimes(payload, tokenTimes, -aheadSeconds()));
}

/** Makes a provider issue its ID tokens and logout tokens with the database's times. `keys`: its own, newest first. */
export function issueInDatabaseTime(provider: Provider, keys: readonly JWK[]): void {
  const model = provider.IdToken.prototype;
  const issue = model.issue;
  model.issue = async function (options) {
    const token = await issue.call(this, options);
    const seconds = aheadSeconds();
    if (seconds === 0) return token;
    const { alg = "", ...header } = decodeProtectedHeader(token);
    const key = keys.find((one) => one.alg === alg);
    if (key === undefined) throw new Error(`there is no key for ${alg}`);
    return new SignJWT(moveTimes(decodeJwt(token), tokenTimes, -seconds))
      .setProtectedHeader({ ...header, alg })
      .sign(await importJWK(key, alg));
  };
}
