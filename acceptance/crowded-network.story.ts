import { limits, type WindowLimitId } from "@vestibule/catalogue/limit.table.ts";
import { puzzleField } from "@vestibule/catalogue/puzzle.table.ts";
import { accountEmailOf, oldPassword, optionsOf, ownServerProfiles, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { crowdedPort } from "./ports.ts";
import { paths, signIn, startRegistration, submitEmail } from "./registering.ts";
import { openServerPair, type ServerPair } from "./servers.ts";

/** The other stories share a client IP, so these have separate servers with the limits of production. */
story.describe.configure({ mode: "serial" });

let servers: ServerPair | undefined;
story.beforeAll(async () => {
  servers = await openServerPair({ port: crowdedPort, clientIpLimitFactor: 1 });
});
story.afterAll(() => servers?.end());

const origin = `http://localhost:${crowdedPort}`;
let networks = 0;
let lookups = 0;

/** Gives the browser a client IP, and returns how a bot behind the same one uses up a part of a limit. */
async function shareClientIp({ page }: Portal) {
  networks += 1;
  const client = { "x-forwarded-for": `198.51.100.${networks}` };
  await page.setExtraHTTPHeaders(client);
  const headers = { ...client, "api-key": "belair", province: "QC", language: "fr", origin };
  // A connection may have been idle for as long as the server keeps one.
  const more = { headers, maxRedirects: 0, maxRetries: 3 };
  const data = { email: "robot@nulle-part.example" };
  const form = { username: data.email, password: "x".repeat(65) };
  // Spread over prefixes of policy numbers, which have limits too.
  const policy = () => {
    lookups += 1;
    const policyNumber = `X${String(lookups % 100).padStart(2, "0")}1111`;
    return { policyNumber, firstName: "Nil", lastName: "Robot", dateOfBirth: "1980-01-01", postalCode: "H2X1Y4" };
  };
  const requests = {
    findClientIp: () => page.request.post("/api/v1/accounts/find", { data, ...more }),
    recoveryClientIp: () => page.request.post("/api/v1/accounts/reset", { data, ...more }),
    loginClientIp: () => page.request.post("/pkmslogin.form", { form, ...more }),
    lookupClientIp: () => page.request.post("/api/v1/accounts/find", { data: policy(), ...more }),
  };
  return async (limit: keyof typeof requests & WindowLimitId, part = 1) => {
    const count = Math.ceil(limits[limit].limit * part);
    for (let sent = 0; sent < count; sent += 10)
      await Promise.all(Array.from({ length: Math.min(10, count - sent) }, requests[limit]));
  };
}

const solutionIn = ({ page }: Portal) => page.locator(`main input[name="${puzzleField}"]`);

for (const browserProfile of ownServerProfiles("fr", "en-plain"))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, crowdedPort));
    const isPlain = browserProfile.endsWith("plain");
    const person = () => ({ email: accountEmailOf("crowded", browserProfile), password: oldPassword });

    story("A-410 a person signs in while a bot fills half of the limit of their client IP", async ({ portal }) => {
      const fill = await shareClientIp(portal);
      const asked: string[] = [];
      portal.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await portal.open("/");
      await fill("findClientIp", 0.5);
      await signIn(portal, person());
      await portal.isAt("/account");
      expect(asked.includes("/puzzle/login")).toBe(!isPlain);
    });

    story("A-410 a person registers while a bot fills half of the limit of their client IP", async ({ portal }) => {
      const fill = await shareClientIp(portal);
      const asked: string[] = [];
      portal.page.on("response", (response) => {
        if (response.status() === 200) asked.push(new URL(response.url()).pathname);
      });
      await startRegistration(portal);
      await fill("lookupClientIp", 0.5);
      await submitEmail(portal, personOf("crowdedNew", browserProfile).email);
      await portal.isAt(paths.code);
      expect(asked.includes("/puzzle/lookup")).toBe(!isPlain);
    });

    if (isPlain)
      story("A-410 without a script, a registration waits where the plain limit is full", async ({ portal }) => {
        const fill = await shareClientIp(portal);
        await startRegistration(portal);
        await fill("lookupClientIp");
        await submitEmail(portal, personOf("crowdedNew", browserProfile).email);
        await portal.isAt(paths.identification);
        await portal.says(portal.words("link:wait", { time: "" }).split(".")[0] ?? "");
      });

    if (!isPlain) {
      story("A-410 the browser registers past a full limit by a puzzle", async ({ portal }) => {
        const fill = await shareClientIp(portal);
        await startRegistration(portal);
        await expect(solutionIn(portal)).toHaveValue("");
        await fill("lookupClientIp");
        await submitEmail(portal, personOf("crowdedNew", browserProfile).email);
        await portal.isAt(paths.code);
      });

      story(
        "A-410 the browser signs in past full limits by a puzzle, without the person’s help",
        async ({ portal }) => {
          const fill = await shareClientIp(portal);
          await portal.open("/");
          await expect(solutionIn(portal)).toHaveValue("");
          await fill("findClientIp");
          await fill("loginClientIp");
          await signIn(portal, person());
          await portal.isAt("/account");
        },
      );

      story("A-410 the browser asks for a new password past a full limit by a puzzle", async ({ portal }) => {
        const fill = await shareClientIp(portal);
        await portal.open("/forgot");
        await fill("recoveryClientIp");
        await submitEmail(portal, person().email);
        await portal.isAt("/verify");
      });

      story("a form that was refused is sent again with the solution of another puzzle", async ({ portal }) => {
        const fill = await shareClientIp(portal);
        await portal.open("/");
        await fill("findClientIp", 0.5);
        await signIn(portal, { ...person(), password: "Marais-43-vert!" });
        await expect(portal.page.locator(":focus [role=alert]")).toContainText(portal.words("forms:login.error"));
        await portal.waitUntilReady();
        await fill("findClientIp", 0.5);
        await portal.field("loginPassword").fill(oldPassword);
        await expect(solutionIn(portal)).not.toHaveValue("");
        await portal.send("loginPassword");
        await portal.isAt("/account");
      });
    }
  });
