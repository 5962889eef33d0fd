import { expect, story } from "./portal.ts";

const desk = { width: 1280, height: 900 };

/** Draws with text of twice the size, as with the browser's setting for larger text. */
const enlargeText = () => {
  document.documentElement.style.fontSize = "32px";
};

const accountScreens = [
  "policies",
  "sign-in",
  "contact",
  "sessions",
  "applications",
  "activity",
  "my-data",
  "freeze",
  "password",
];

story(
  "every page of the account offers to log out, on a phone and on a desk",
  { tag: "@nightly" },
  async ({ portal }) => {
    for (const screen of ["", ...accountScreens.map((one) => `-${one}`)])
      for (const size of [{ width: 360, height: 740 }, desk]) {
        await portal.page.setViewportSize(size);
        await portal.open(`/demo/screens/account${screen}`);
        const logOut = portal.main.getByRole("link", { name: portal.words("account:signOut") });
        await expect(logOut).toHaveCount(1);
        await expect(logOut).toBeVisible();
      }
  },
);

story("on a desk the account has its sections beside the page, and no promotion", async ({ portal }) => {
  await portal.page.setViewportSize(desk);
  await portal.open("/demo/screens/account-freeze");
  const sections = portal.main.getByRole("navigation", { name: portal.words("account:sections") });
  await expect(sections.getByRole("link")).toHaveCount(9);
  await expect(sections.locator("[aria-current]")).toHaveText(portal.words("account:activity.title"));
  await expect(portal.page.locator(".panel")).toHaveCount(0);
  await portal.open("/demo/screens/account-sign-in");
  const freeze = portal.main.getByRole("link", { name: portal.words("account:freeze.title") });
  await expect(freeze).toHaveAttribute("href", "/account/freeze");
  const first = portal.main.locator("nav a .icon:first-child path, .tiles a > .icon:first-child path");
  const drawings = await first.evaluateAll((icons) => icons.map((icon) => icon.getAttribute("d")));
  expect(drawings.length).toBeGreaterThan(10);
  expect(new Set(drawings).size).toBe(drawings.length);
});

story("the offer of a passkey after a code has the column of the page before it", async ({ portal }) => {
  await portal.page.setViewportSize(desk);
  const edges: unknown[] = [];
  for (const screen of ["two-factor", "account-passkey-after-code"]) {
    await portal.open(`/demo/screens/${screen}`);
    const box = await portal.main.getByRole("heading", { level: 1 }).boundingBox();
    const button = await portal.main.locator(".form .button").first().boundingBox();
    edges.push([box?.x, button?.x, button?.width]);
  }
  expect(edges[1]).toEqual(edges[0]);
});

story("buttons that close or freeze the account have the colour of errors", async ({ portal }) => {
  for (const [screen, name] of [
    ["close", "ownData:closing.do"],
    ["freeze", "security:freeze.do"],
  ] as const) {
    await portal.open(`/demo/screens/account-${screen}`);
    const button = portal.main.getByRole("button", { name: portal.words(name) });
    const colours = await button.evaluate((element) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "var(--error)";
      return [getComputedStyle(element).backgroundColor, getComputedStyle(probe).color];
    });
    expect(colours[0]).toBe(colours[1]);
  }
});

story(
  "with text at 200 % the username grows, and an agent's case has one column",
  { tag: "@nightly" },
  async ({ portal }) => {
    const { page } = portal;
    await portal.open("/demo/screens/create");
    const username = page.locator(".email-line .email");
    const sizeOf = () => username.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const before = await sizeOf();
    await page.evaluate(enlargeText);
    expect(await sizeOf()).toBe(2 * before);
    await page.setViewportSize(desk);
    for (const screen of ["agent-case", "agent-frozen"]) {
      await portal.open(`/demo/screens/${screen}`);
      await page.evaluate(enlargeText);
      const widths = await page
        .locator(".agent-columns > *")
        .evaluateAll((columns) => columns.map((column) => column.clientWidth));
      expect(Math.min(...widths)).toBeGreaterThan(800);
    }
  },
);

story("the chat covers nothing of the header, with the panel and without", { tag: "@both" }, async ({ portal }) => {
  const { page } = portal;
  for (const width of [1024, 1280, 1920])
    for (const screen of ["frame-open", "frame-account"]) {
      await page.setViewportSize({ width, height: 900 });
      await portal.open(`/demo/screens/${screen}`);
      const header = await page.locator(".header-tools").boundingBox();
      const chat = await page.locator(".chat-bubble").boundingBox();
      expect(chat?.x).toBeGreaterThanOrEqual((header?.x ?? Number.NaN) + (header?.width ?? 0));
    }
});

story("the second agent sees the address whole and the decision without scrolling", async ({ portal }) => {
  const { page } = portal;
  await page.setViewportSize(desk);
  await portal.open("/demo/screens/agent-request-to-approve");
  await expect(portal.main.locator(".email-line .email")).toHaveText(/^[^•]+@[^•]+$/);
  for (const act of ["agent:act.approve", "agent:act.refuse"] as const) {
    const box = await portal.main.getByRole("button", { name: portal.words(act) }).boundingBox();
    expect((box?.y ?? desk.height) + (box?.height ?? 0)).toBeLessThanOrEqual(desk.height);
  }
});

story(
  "legal pages begin at the left edge of the forms, and an agent's page at that of the header",
  async ({ portal }) => {
    const { page } = portal;
    await page.setViewportSize(desk);
    const leftOf = async (screen: string, part: string) => {
      await portal.open(`/demo/screens/${screen}`);
      return Math.round((await page.locator(part).first().boundingBox())?.x ?? Number.NaN);
    };
    expect(await leftOf("legal-privacy", "h1")).toBe(await leftOf("login", "h1"));
    expect(await leftOf("agent-find", "h1")).toBe(await leftOf("agent-find", "header a, header svg"));
  },
);

story(
  "a roadblock, one's own data, recovery codes, an agent's case, an audit search and the help print without what only a screen can do",
  async ({ portal }) => {
    const { page } = portal;
    await page.setViewportSize(desk);
    for (const screen of [
      "roadblock-technical",
      "account-my-data",
      "account-recovery-codes-shown",
      "agent-case",
      "team-audit-found",
      "help",
    ]) {
      await portal.open(`/demo/screens/${screen}`);
      await page.emulateMedia({ media: "print" });
      await expect(page.locator("h1")).toBeVisible();
      for (const part of [
        ".header-tools",
        ".panel",
        ".account-nav",
        ".staff-bar",
        ".print-hidden",
        ".button",
        "form",
        ".help-option:has(form)",
      ])
        for (const one of await page.locator(part).all()) await expect(one).toBeHidden();
      if (screen === "agent-case")
        await expect(portal.main.getByRole("heading", { name: portal.words("agent:acts.title") })).toHaveCount(0);
      if (screen === "account-my-data") await expect(page.locator("dd").first()).toBeVisible();
      await page.emulateMedia({ media: "screen" });
    }
  },
);
