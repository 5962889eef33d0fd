import { randomBytes } from "node:crypto";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { newHolder, Recoverer } from "../../../../../test/recovery.ts";
import { brandOfAttempt } from "../../../../../test/sign-in-attempt.ts";
import {
  browserSessionHeaders,
  dataAbout,
  deskAgent,
  expectNothingPersonal,
  supportDeskOf,
} from "../../../../../test/support-desk.ts";
import { authenticate } from "../../flows/sign-in/sign-in.ts";
import { limitStore } from "../../limits/limit.store.ts";

const testApi = await openTestApi();

/** Enters wrong passwords until the name is locked out; returns how many were checked. */
async function failUntilLocked(username: string): Promise<number> {
  for (let tries = 1; tries <= limits.loginAccountName.to; tries += 1) {
    const { kind } = await authenticate(
      { ...testApi.deps, limits: limitStore(testApi.deps) },
      {
        ...brandOfAttempt(testApi.deps),
        username,
        secret: { kind: "password", password: "Not-The-One-1" },
        clientIp: "192.0.2.9",
        origin: "http://localhost:3000",
        devices: new Map(),
        session: { idHash: username, replaces: [], device: {}, newDeviceId: "new-device" },
        locale: { province: "qc", language: "fr" },
      },
    );
    if (kind === "lockedOut") return tries;
  }
  throw new Error("the name was never paused");
}

const pausedName = [{ limit: "signInPaused", until: expect.any(String) }];

test("shows the lockout of a name without an account like any other, and offers no unlock", async () => {
  const unknownUser = "personne-du-tout@courrier.example";
  const browserSession = browserSessionHeaders(randomBytes(16).toString("base64url"));
  const recoverer = new Recoverer(testApi);
  Object.assign(recoverer.caller, browserSession);
  const { reference, caseOf, desk } = supportDeskOf(testApi);
  const before = await reference({ page: "/" }, browserSession);
  const handle = await recoverer.found(unknownUser);
  const tries = await failUntilLocked(unknownUser);
  const after = await reference({ handle, page: "/roadblock/forgot-password", agentCode: "R201" });
  for (const code of [before, after]) {
    const supportCase = await caseOf(code);
    expect(supportCase).toMatchObject({ journey: { kind: "signIn" }, account: "none", wrongPasswords: tries });
    expect(supportCase.limits).toEqual(pausedName);
    expect(supportCase.acts).toEqual({ lift: [], unlock: false, unfreeze: false, links: [], waive: false });
    expectNothingPersonal(supportCase, [unknownUser, "personne"]);
    expect(await desk.unlock(deskAgent, code)).toMatchObject({ status: 409 });
  }
  const { rows } = await testApi.pool.query("select * from support_reference");
  expectNothingPersonal(rows, [unknownUser, "personne"]);
  await testApi.moveClock(limits.loginAccountName.pauseMinutes * 60 + 1);
  expect((await caseOf(after)).limits).toEqual([]);
});

test("shows the lockout of an account's name with its wrong passwords, and offers an unlock", async () => {
  const holder = await newHolder(testApi);
  const tries = await failUntilLocked(holder.accountEmail);
  const { reference, caseOf, desk } = supportDeskOf(testApi);
  const code = await reference({ handle: await new Recoverer(testApi).found(holder.accountEmail) });
  const supportCase = await caseOf(code);
  expect(supportCase).toMatchObject({ account: "active", wrongPasswords: tries, acts: { unlock: true } });
  expect(supportCase.limits).toEqual(pausedName);
  expectNothingPersonal(supportCase, dataAbout(holder, [holder.accountEmail]));
  await desk.unlock(deskAgent, code);
  expect((await caseOf(code)).wrongPasswords).toBeUndefined();
});

test("shows the message that wrong temporary passwords triggered, with its state", async () => {
  const holder = await newHolder(testApi, { status: "T" });
  const recoverer = new Recoverer(testApi);
  const handle = await recoverer.found(holder.accountEmail);
  for (let wrong = 0; wrong < limits.temporaryPassword.limit; wrong += 1)
    await recoverer.temporary(handle, "Not-1-of-it");
  const { reference, caseOf } = supportDeskOf(testApi);
  const supportCase = await caseOf(await reference({ handle, page: "/roadblock/temporary", agentCode: "R213" }));
  expect(supportCase.messages).toMatchObject([{ message: "passwordReset", channel: "EMAIL", state: "queued" }]);
  expect(supportCase.limits.map(({ limit }) => limit)).toContain("temporaryPassword");
  expectNothingPersonal(supportCase, dataAbout(holder, [holder.accountEmail]));
});
