import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { isWholeMatrix } from "../test/matrix.ts";
import { accessibilityViolations, isFirstReading } from "./axe.ts";
import type { BrowserProfile } from "./people.ts";

interface Letter {
  to: string;
  code: string | null;
  subject: string | null;
  text: string;
  link: string | null;
  channel: "EMAIL" | "SMS" | "VOICE" | "LETTER";
}

/** An entry of the Layout Instability API, which the library of TypeScript's DOM does not declare. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Page object of the portal. Finds elements by field names and by texts. */
export class Portal {
  readonly page: Page;
  readonly browserProfile: BrowserProfile;
  language: Language;

  constructor(page: Page, browserProfile: BrowserProfile) {
    this.page = page;
    this.browserProfile = browserProfile;
    this.language = browserProfile.startsWith("fr") ? "fr" : "en";
  }

  get isPlain(): boolean {
    return this.browserProfile.endsWith("plain");
  }

  get main() {
    return this.page.locator("main");
  }

  /** Opens a path in a province, Quebec by default, in the story's language. */
  async open(path: string, province = "qc"): Promise<void> {
    await this.page.goto(`${path}?province=${province}&language=${this.language}`);
    await this.waitUntilReady();
  }

  /** Opens a path in the province and language of the browser. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(path);
    await this.waitUntilReady();
  }

  words(key: TextKey, facts: Record<string, string | number> = {}): string {
    return t(sentence(key, this.language), this.language, facts);
  }

  field(name: string) {
    return this.page.locator(`main [name="${name}"]:visible`).first();
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const field = this.field(name);
      const kind = await field.evaluate((element) => element.tagName);
      if (kind === "SELECT") await field.selectOption(value);
      else await field.fill(value);
    }
  }

  /** Chooses a radio card or ticks a box by its name and value. */
  async choose(name: string, value?: string): Promise<void> {
    const selector = value === undefined ? `main [name="${name}"]` : `main [name="${name}"][value="${value}"]`;
    await this.page.locator(selector).first().check({ force: true });
  }

  /** Chooses a radio card by its label. */
  async pick(label: string): Promise<void> {
    await this.main.getByRole("radio", { name: label }).check({ force: true });
  }

  /** Submits the form of a field by its only submit button. */
  async send(field: string): Promise<void> {
    await this.page
      .locator("main form", { has: this.page.locator(`[name="${field}"]`) })
      .locator("[type=submit]")
      .click();
  }

  /** Presses the button with this text; opens the disclosure around it first. */
  async press(key: TextKey): Promise<void> {
    const words = this.page.getByText(this.words(key), { exact: true });
    const closed = this.main.locator("details:not([open])", { has: words });
    if ((await closed.count()) > 0) await closed.locator("> summary").click();
    await this.main.getByRole("button", { name: this.words(key), exact: true }).click();
  }

  /** Follows the link with this text. */
  async follow(key: TextKey): Promise<void> {
    await this.main.getByRole("link", { name: this.words(key) }).click();
  }

  /** Uses the language switch of the header. */
  async switchLanguage(language: Language): Promise<void> {
    const button = this.page.getByRole("button", { name: this.words(`frame:language.${language}`), exact: true });
    await button.click();
    this.language = language;
    await this.waitUntilReady();
  }

  /** Uses the province list of the header; a province may have another language. */
  async switchProvince(province: string, language = this.language): Promise<void> {
    const list = this.page.getByLabel(this.words("frame:header.province"), { exact: true });
    await list.selectOption(province);
    if (this.isPlain)
      await this.page.getByRole("button", { name: this.words("frame:header.apply"), exact: true }).click();
    this.language = language;
    await expect(this.page.locator("html")).toHaveAttribute("lang", `${language}-CA`);
    await expect(this.page.getByLabel(this.words("frame:header.province"), { exact: true })).toHaveValue(province);
    await this.waitUntilReady();
  }

  async isAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL((url) => url.pathname === path);
    await this.waitUntilReady();
  }

  /** Checks the page's title, which distinguishes pages with the same URL. */
  async asks(key: TextKey): Promise<void> {
    await expect(this.main.getByRole("heading", { level: 1 })).toHaveText(this.words(key));
    await this.waitUntilReady();
  }

  async says(text: string): Promise<void> {
    await expect(this.main).toContainText(text);
    await this.isReadable();
  }

  /**
   * Scans the page in the whole matrix, unless it was scanned in this run; does nothing without JavaScript, which axe
   * needs. Otherwise the gallery's screens are scanned, which have the same elements.
   */
  async isReadable(): Promise<void> {
    if (this.isPlain || !isWholeMatrix) return;
    const page = `${this.browserProfile} ${new URL(this.page.url()).pathname} ${await this.page.title()}`;
    if (isFirstReading(page)) await this.hasNoBarrier();
  }

  /** Scans the current page for WCAG 2.2 AA, once its form is idle and its button for a passkey is shown or removed. */
  async hasNoBarrier(): Promise<void> {
    if (this.isPlain) return;
    await expect(this.page.locator("[aria-busy=true], .passkey:not([data-shown])")).toHaveCount(0);
    expect(await accessibilityViolations(this.page)).toEqual([]);
  }

  /** Reads all messages to a recipient, newest first, without those that follow a login in the story's browser. */
  async lettersTo(to: string): Promise<Letter[]> {
    let letters: Letter[] = [];
    // On a busy machine the server may refuse requests because its event loop was blocked.
    await expect(async () => {
      const response = await this.page.request.get("/demo/outbox.json");
      expect(response.status()).toBe(200);
      letters = await response.json();
    }).toPass();
    const ofLogin = languages.map((language) => t(sentence("message:newBrowser.title", language), language));
    return letters.filter(
      ({ to: recipient, text }) => recipient.includes(to) && !ofLogin.some((title) => text.includes(title)),
    );
  }

  /** Waits until more than `after` messages have arrived and returns the newest one. */
  async newestLetter(to: string, after = 0): Promise<Letter> {
    let letters: Letter[] = [];
    await expect
      .poll(async () => {
        letters = await this.lettersTo(to);
        return letters.length;
      })
      .toBeGreaterThan(after);
    const [newest] = letters;
    if (newest === undefined) throw new Error(`no message to ${to}`);
    return newest;
  }

  /** Opens the link of a message in a new browser, in the language of the story. */
  async followElsewhere(link: string | null): Promise<void> {
    const { searchParams } = new URL(link ?? "");
    searchParams.set("language", this.language);
    await this.page.context().clearCookies();
    await this.page.goto(`/?${searchParams}`);
    await this.waitUntilReady();
    expect(this.page.url()).not.toContain(searchParams.get("token"));
  }

  async codeFor(to: string, after = 0): Promise<string> {
    const { code } = await this.newestLetter(to, after);
    expect(code).toMatch(/^\d{6}$/);
    return code ?? "";
  }

  /** Closes and reopens the browser, which deletes its session cookies. */
  async returnAnotherDay(): Promise<void> {
    const context = this.page.context();
    const kept = (await context.cookies()).filter(({ expires }) => expires > 0);
    await context.clearCookies();
    await context.addCookies(kept);
  }

  async waitUntilReady(): Promise<void> {
    await this.listens();
    await this.isReadable();
  }

  /** Waits for hydration, which a person would not outrun; does nothing without JavaScript. */
  async listens(): Promise<void> {
    await expect(this.page.locator("html")).toHaveAttribute("lang", `${this.language}-CA`);
    if (!this.isPlain)
      await this.page.waitForFunction(() => {
        // React marks each element while it hydrates, and its root once all of them are in use.
        const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
        return root?.stateNode.current.memoizedState.isDehydrated === false;
      });
  }
}

/** Checks that nothing is wider than the window, so that no sideways scroll is needed. */
export async function expectFits(page: Page): Promise<void> {
  const [wide = 0, seen = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(wide).toBeLessThanOrEqual(seen);
}

/** Describes each layout shift since the page was opened: its score, then each element with its former and new place. */
export async function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const shifts: LayoutShift[] = [];
    const record = (entries: PerformanceEntryList) => shifts.push(...(entries as LayoutShift[]));
    const observer = new PerformanceObserver((list) => record(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    record(observer.takeRecords());
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(" ");
    const describe = (node: Node | null) => (node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent);
    return shifts.map(({ value, startTime, sources }) =>
      [
        `${value} after ${startTime} ms`,
        ...sources.map((source) => {
          const places = `${place(source.previousRect)} → ${place(source.currentRect)}`;
          return `${describe(source.node)}: ${places}`;
        }),
      ].join("\n"),
    );
  });
}

/** Whether a console message only reports the status of a page with a rejected form or a technical roadblock. */
function isAnnounced(entry: ConsoleMessage): boolean {
  if (entry.text().includes("status of 4")) return true;
  return URL.parse(entry.location().url)?.pathname === roadblocks.technical.path;
}

/** Declares a story, which runs once in each browser profile with a portal in a separate browser. */
export const story = base.extend<{ browserProfile: BrowserProfile; portal: Portal }>({
  browserProfile: ["fr", { option: true }],
  portal: async ({ page, browserProfile }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (fault) => faults.push(fault.message));
    page.on("console", (entry) => {
      if (entry.type() === "error" && !isAnnounced(entry)) faults.push(entry.text());
    });
    await use(new Portal(page, browserProfile));
    expect(faults).toEqual([]);
  },
});
export { expect };
