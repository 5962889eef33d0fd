import { isWholeMatrix } from "../test/matrix.ts";
import { optionsOf } from "./people.ts";
import { story } from "./portal.ts";
import { outagePort } from "./ports.ts";
import {
  createAccount,
  enterCode,
  paths,
  personFor,
  signInFromConfirmation,
  startRegistration,
  submitEmail,
} from "./registering.ts";
import { openServerPair, type ServerPair } from "./servers.ts";

/** Separate servers, because these stories kill them. */
story.describe.configure({ mode: "serial" });

let servers: ServerPair | undefined;
story.beforeAll(async () => {
  servers = await openServerPair({ port: outagePort });
});
story.afterAll(() => servers?.end());

/** The story in French with JavaScript kills the first server, that in English without JavaScript the second. */
const killed = { fr: "first", "en-plain": "second" } as const;

for (const browserProfile of isWholeMatrix ? (["fr", "en-plain"] as const) : (["fr"] as const)) {
  const dies = killed[browserProfile];
  story.describe(`${browserProfile}, the ${dies} server is killed:`, () => {
    story.use(optionsOf(browserProfile, outagePort));

    story("F-25 a registration continues on the other server and completes on both", async ({ portal }) => {
      const person = personFor(portal, "outage");
      await startRegistration(portal);
      await submitEmail(portal, person.email);
      await portal.isAt(paths.code);
      const code = await portal.codeFor(person.email);
      await servers?.kill(dies);
      await enterCode(portal, code);
      await portal.isAt(paths.create);
      await servers?.start(dies);
      await createAccount(portal);
      await signInFromConfirmation(portal, person);
    });
  });
}
