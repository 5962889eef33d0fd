import { randomBytes } from "node:crypto";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { rotateKeys } from "../../../../../test/rotated-keys.ts";
import { brandOfAttempt } from "../../../../../test/sign-in-attempt.ts";
import { authenticate } from "../../flows/sign-in/sign-in.ts";
import {
  createGatewayTestApi,
  type GatewayTestApi,
  homeOrigin,
  wrongPassword,
} from "../../gateway/test/gateway-test-api.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { secureRandom } from "../../platform/random.adapter.ts";

/** Fixes the randomized lockout threshold at the sixth wrong password. */
const sixth = {
  ...secureRandom,
  integer: (from: number, to: number) => (to <= 6 ? to : secureRandom.integer(from, to)),
};

/** Seconds until a lockout ends. */
export const pause = limits.loginAccountName.pauseMinutes * 60 + 1;

export const sampleSession = () => ({
  idHash: randomBytes(16).toString("hex"),
  replaces: [],
  device: {},
  newDeviceId: "new-device",
});

export const signIn = async (
  testApi: GatewayTestApi,
  username: string,
  { typed = wrongPassword, devices = new Map() } = {},
) => {
  const secret = { kind: "password", password: typed } as const;
  const locale = { province: "qc", language: "fr" };
  const clientIp = `198.51.100.${1 + (randomBytes(1)[0] ?? 0)}`;
  return authenticate(
    { ...testApi.deps, limits: limitStore(testApi.deps) },
    {
      ...brandOfAttempt(testApi.deps),
      ...{ username, secret, clientIp, origin: homeOrigin, devices, session: sampleSession(), locale },
    },
  );
};

export const kindOf = async (...attempt: Parameters<typeof signIn>) => (await signIn(...attempt)).kind;

export async function fail(testApi: GatewayTestApi, username: string, times: number, devices = new Map()) {
  const kinds: string[] = [];
  for (let count = 0; count < times; count++) kinds.push(await kindOf(testApi, username, { devices }));
  return kinds;
}

/** Servers before and after a rotation of every secret, over one database. */
export async function openRotatedTestApis() {
  const before = closeAfterTests(await createGatewayTestApi({ random: sixth, clientIpLimitFactor: 1 }));
  const after = rotateKeys(before);
  let names = 0;
  const unknownName = () => `nobody${++names}@courrier.example`;

  return { before, after, unknownName };
}
