import { accountEmailOf, newEmailOf, oldPassword } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { signIn } from "./registering.ts";

const wrongPassword = "Marais-43-vert!";

/** State of a rejected sign-in: the page title and the focused text. */
async function refusal(portal: Portal): Promise<{ title: string; focused: string }> {
  const focused = portal.page.locator(":focus [role=alert]");
  await expect(focused).toContainText(portal.words("forms:login.error"));
  await portal.isAt("/");
  return { title: await portal.page.title(), focused: await focused.innerText() };
}

story(
  "a wrong password and an unknown e-mail get the same error, which receives the focus",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    await portal.open("/");
    await signIn(portal, { email: accountEmailOf("wrongPassword", browserProfile), password: wrongPassword });
    const known = await refusal(portal);
    expect(known.title).toContain(portal.words("common:pageTitle.refused", { title: "" }));

    await portal.open("/");
    await signIn(portal, { email: newEmailOf("wrongPassword", browserProfile), password: wrongPassword });
    expect(await refusal(portal)).toEqual(known);

    await signIn(portal, { email: accountEmailOf("wrongPassword", browserProfile), password: oldPassword });
    await portal.isAt("/account");
  },
);

story(
  "a remembered e-mail is filled in after a browser restart; unticked, it is forgotten",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("remembered", browserProfile);
    await portal.open("/");
    await expect(portal.field("rememberMe")).not.toBeChecked();
    await portal.choose("rememberMe");
    await signIn(portal, { email, password: oldPassword });
    await portal.isAt("/account");

    await portal.returnAnotherDay();
    await portal.open("/");
    await expect(portal.field("email")).toHaveValue(email);
    await expect(portal.field("loginPassword")).toHaveValue("");
    await portal.field("rememberMe").uncheck({ force: true });
    await signIn(portal, { email, password: oldPassword });
    await portal.isAt("/account");

    await portal.returnAnotherDay();
    await portal.open("/");
    await expect(portal.field("email")).toHaveValue("");
    await expect(portal.field("rememberMe")).not.toBeChecked();
  },
);

story("a sign-in that the person stopped can be sent again", { tag: "@script" }, async ({ portal, browserProfile }) => {
  const { page } = portal;
  const login = { email: accountEmailOf("remembered", browserProfile), password: oldPassword };
  await page.clock.install();
  await portal.open("/");
  await page.route("**/pkmslogin.form", (route) => route.abort("aborted"), { times: 1 });
  const stopped = page.waitForEvent("requestfailed");
  await signIn(portal, login);
  await stopped;
  const button = portal.main.locator("form.form button[type=submit]").last();
  await expect(button).toBeDisabled();
  // The page starts to wait once it has drawn itself, which can be after the request has failed.
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(button).toBeEnabled({ timeout: 500 });
  }).toPass();
  await signIn(portal, login);
  await portal.isAt("/account");
});

story(
  "a password can be shown and hidden, keeps its value, and is hidden when it is sent",
  { tag: "@script" },
  async ({ portal }) => {
    await portal.open("/");
    await portal.fill({ loginPassword: oldPassword });
    const label = portal.words("fields:loginPassword.label");
    const [show, hide] = (["forms:password.showAria", "forms:password.hideAria"] as const).map((key) =>
      portal.main.getByRole("button", { name: portal.words(key, { label }), exact: true }),
    );
    await expect(portal.field("loginPassword")).toHaveAttribute("type", "password");
    await show?.click();
    await expect(portal.field("loginPassword")).toHaveAttribute("type", "text");
    await expect(portal.field("loginPassword")).toBeFocused();
    await hide?.click();
    await expect(portal.field("loginPassword")).toHaveAttribute("type", "password");
    await expect(portal.field("loginPassword")).toHaveValue(oldPassword);
    await show?.click();
    await portal.send("loginPassword");
    await portal.says(portal.words("fields:email.required"));
    await expect(portal.field("loginPassword")).toHaveAttribute("type", "password");
    await expect(portal.field("loginPassword")).toHaveValue(oldPassword);
  },
);
