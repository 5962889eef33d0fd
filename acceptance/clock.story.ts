import { isWholeMatrix } from "../test/matrix.ts";
import { findCase, makeReference, openAgentPage, orderLink, signIn as signInAgent } from "./agents-desk.ts";
import { newEmailOf, optionsOf, ownServerProfiles } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { clockPort } from "./ports.ts";
import {
  enterCode,
  openAccount,
  paths,
  personFor,
  startRegistration,
  submitEmail,
  submitPolicy,
} from "./registering.ts";
import { openServerPair, type ServerPair } from "./servers.ts";
import { connectDevice } from "./virtual-device.ts";

/** All users of a database share one clock, so these stories have separate servers and run one after another. */
story.describe.configure({ mode: "serial" });

let servers: ServerPair | undefined;
story.beforeAll(async () => {
  servers = await openServerPair({ port: clockPort });
});
story.afterAll(() => servers?.end());

async function moveClock(portal: Portal, move: "minute" | "quarter" | "day"): Promise<void> {
  // An overloaded server responds 503 and does not move the clock.
  const post = () => portal.page.request.post("/demo/clock", { form: { move } });
  await expect.poll(async () => (await post()).status()).toBe(200);
}

/** The sentence without its time. */
function sentAgain(portal: Portal): string {
  return portal.words("registration:code.sentAgain", { time: "|" }).split("|")[0] ?? "";
}

for (const browserProfile of ownServerProfiles("en-plain"))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, clockPort));

    story("a code can be resent after a wait, and only the newest works", async ({ portal }) => {
      const { email } = personFor(portal, "newCode");
      await startRegistration(portal);
      await submitEmail(portal, email);
      await portal.isAt(paths.code);
      const first = await portal.codeFor(email);
      await moveClock(portal, "minute");
      await portal.page.reload();
      await portal.isAt(paths.code);
      await portal.press("registration:code.resend");
      await portal.isAt(paths.code);
      await expect(portal.main.locator("[data-tone=success]")).toContainText(sentAgain(portal));
      const second = await portal.codeFor(email, 1);
      if (second !== first) {
        await enterCode(portal, first);
        await portal.says(portal.words("forms:code.validation.wrong"));
      }
      // With JavaScript, the form also submits itself when a complete code replaces a rejected one.
      await enterCode(portal, second);
      await portal.isAt(paths.create);
    });

    story("an expired session leads to the login page with a notice", async ({ portal }) => {
      await startRegistration(portal);
      await moveClock(portal, "quarter");
      await moveClock(portal, "minute");
      await submitEmail(portal, personFor(portal, "sessionEnded").email);
      await portal.isAt("/");
      await portal.says(portal.words("login:notice.sessionEnded.title"));
      await portal.page.goto(paths.identification);
      await portal.isAt(paths.accountType);
    });

    story("two approvals and 24 hours later, one link is sent to a new e-mail", async ({ portal, browser }) => {
      const { email } = personFor(portal, "newEmailSent");
      const reference = await makeReference(portal, email);
      const newEmail = newEmailOf("newEmailSent", browserProfile);
      const desk = await openAgentPage(browser, portal);
      await signInAgent(desk, "amelie");
      await findCase(desk, reference);
      await orderLink(desk, newEmail);
      await desk.says(desk.words("agent:done.request"));
      await desk.page.context().close();
      const second = await openAgentPage(browser, portal);
      await signInAgent(second, "bruno");
      await findCase(second, reference);
      await second.press("agent:act.approve");
      await second.says(second.words("agent:done.approve"));
      await second.page.context().close();
      await portal.newestLetter(email);
      await moveClock(portal, "day");
      await moveClock(portal, "minute");
      await expect.poll(async () => (await portal.lettersTo(newEmail)).length, { timeout: 30_000 }).toBe(1);
      const letters = await portal.lettersTo(newEmail);
      expect(letters.map(({ subject }) => subject)).toEqual([
        portal.words("message:link.DEFPWD_REGISTER.subject", { brand: "Belair" }),
      ]);
    });

    // A person waits half a minute for a further code. A secondary flow, so it runs in two of the profiles.
    if (browserProfile !== "fr" && browserProfile !== "en-plain") return;

    story("a person without access to the code uses another method", async ({ portal }) => {
      const person = personFor(portal, "otherWay");
      await startRegistration(portal);
      await submitEmail(portal, person.email);
      await portal.asks("registration:options.title");
      await portal.pick(portal.words("registration:options.number"));
      await portal.send("codeOption");
      await portal.codeFor(person.cellPhone);
      await portal.asks("registration:code.title");
      await moveClock(portal, "minute");
      await portal.press("registration:code.otherWay");
      await portal.asks("registration:options.title");
      await portal.pick(portal.words("registration:options.email"));
      await portal.send("codeOption");
      await enterCode(portal, await portal.codeFor(person.email));
      await portal.isAt(paths.create);
    });

    story("a person waiting for a code can use the policy number instead", async ({ portal }) => {
      const person = personFor(portal, "policyInstead");
      await startRegistration(portal);
      await submitEmail(portal, person.email);
      await portal.asks("registration:code.title");
      await moveClock(portal, "minute");
      await submitPolicy(portal, person);
      await enterCode(portal, await portal.codeFor(person.email, 1));
      await portal.isAt(paths.create);
    });
  });

/** With JavaScript only. */
for (const browserProfile of isWholeMatrix ? (["fr", "en"] as const) : (["fr"] as const))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, clockPort));

    story("a passkey is created and proves its owner on pages left open for six minutes", async ({ portal }) => {
      const device = await connectDevice(portal);
      await device.touch(true);
      const waitSixMinutes = async () => {
        for (let minutes = 0; minutes < 6; minutes += 1) await moveClock(portal, "minute");
        await portal.page.clock.fastForward(6 * 60_000);
      };
      await portal.page.clock.install();
      await openAccount(portal, "passkey");
      await portal.page.goto("/account/new-passkey");
      await portal.asks("account:newPasskey.title");
      await waitSixMinutes();
      await portal.press("account:newPasskey.create");
      await portal.says(portal.words("account:passkeys.changed.added"));
      await portal.page.goto("/account/proof");
      await portal.asks("account:proof.title");
      await waitSixMinutes();
      await portal.press("account:proof.passkey");
      await portal.isAt("/account/sign-in");
    });
  });
