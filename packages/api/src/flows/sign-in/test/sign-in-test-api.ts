import type { BrowserId } from "@vestibule/catalogue/device.table.ts";
import { brandOfAttempt } from "../../../../../../test/sign-in-attempt.ts";
import { createTestApi, type TestApi, testAccount } from "../../../../../../test/test-api.ts";
import { limitStore } from "../../../limits/limit.store.ts";
import { authenticate, type SignInResult } from "../sign-in.ts";
import type { SignInDeps } from "../sign-in-with-proof.ts";

/** Password of every account in these tests. */
export const testPassword = "Grand-Vent-42";

interface Try {
  email: string;
  password?: string;
  device?: [accountId: string, deviceId: string];
  clientIp?: string;
  browser?: BrowserId;
}

export interface SignInTestApi extends TestApi {
  signInDeps: SignInDeps;
  createAccount(more?: { status?: "A" | "T" | "L" }): Promise<{ email: string; id: string }>;
  unknownUser(): { email: string };
  signIn(attempt: Try, used?: SignInDeps): Promise<SignInResult>;
  wrong(attempt: Try, used?: SignInDeps): Promise<SignInResult>;
  /** Tries wrong passwords until the result is no longer `invalidCredentials`. */
  untilLocked(attempt: Try): Promise<{ tries: number; result: SignInResult }>;
}

/** The sign-in journey on a new database; each attempt has its own client IP unless one is given. */
export async function createSignInTestApi(): Promise<SignInTestApi> {
  const testApi = await createTestApi();
  const signInDeps: SignInDeps = { ...testApi.deps, limits: limitStore(testApi.deps) };
  let people = 0;
  let clientIps = 0;
  const signIn: SignInTestApi["signIn"] = (attempt, used = signInDeps) => {
    clientIps += 1;
    return authenticate(used, {
      ...brandOfAttempt(testApi.deps),
      username: attempt.email,
      secret: { kind: "password", password: attempt.password ?? testPassword },
      clientIp: attempt.clientIp ?? `192.0.2.${clientIps}`,
      origin: "http://localhost:3000",
      devices: new Map(attempt.device ? [attempt.device] : []),
      session: {
        idHash: `session-${clientIps}`,
        replaces: [],
        device: { browser: attempt.browser },
        newDeviceId: "new-device",
      },
      locale: { province: "qc", language: "fr" },
    });
  };
  const wrong: SignInTestApi["wrong"] = (attempt, used) => signIn({ password: "Not-The-One-1", ...attempt }, used);
  return {
    ...testApi,
    signInDeps,
    signIn,
    wrong,
    async createAccount(more = {}) {
      people += 1;
      const email = `person${people}@courrier.example`;
      return {
        email,
        id: await testAccount(testApi, { email, password: testPassword, personKey: `person-${people}`, ...more }),
      };
    },
    unknownUser() {
      people += 1;
      return { email: `nobody${people}@courrier.example` };
    },
    async untilLocked(attempt) {
      for (let tries = 1; ; tries++) {
        const result = await wrong(attempt);
        if (result.kind !== "invalidCredentials") return { tries, result };
      }
    },
  };
}
