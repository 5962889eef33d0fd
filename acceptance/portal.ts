import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import type { Manner } from "./people.ts";

export const newPassword = "Ruisseau-88-bleu?";

interface Letter {
  to: string;
  code: string | null;
  subject: string | null;
  text: string;
  channel: "EMAIL" | "SMS" | "LETTER";
}

/** The portal as a person meets it: by the names of its fields, its one main button, and what it says. */
export class Portal {
  readonly page: Page;
  readonly manner: Manner;
  readonly language: Language;
  /** Addresses of pages that axe has read, so that each is read once a story. */
  private readonly read = new Set<string>();

  constructor(page: Page, manner: Manner) {
    this.page = page;
    this.manner = manner;
    this.language = manner.startsWith("fr") ? "fr" : "en";
  }

  /** Opens an address in Quebec, in the story's language. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${path}?province=qc&language=${this.language}`);
    await this.settle();
  }

  words(key: TextKey, facts: Record<string, string | number> = {}): string {
    return say(sentence(key, this.language), this.language, facts);
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const field = this.page.locator(`main [name="${name}"]:visible`).first();
      const kind = await field.evaluate((element) => `${element.tagName}:${element.getAttribute("type")}`);
      if (kind.startsWith("SELECT")) await field.selectOption(value);
      else await field.fill(value);
    }
  }

  /** Chooses a radio card or ticks a box by its name and value. */
  async choose(name: string, value?: string): Promise<void> {
    const selector = value === undefined ? `main [name="${name}"]` : `main [name="${name}"][value="${value}"]`;
    await this.page.locator(selector).first().check({ force: true });
  }

  /** Sends the form that holds a field, by its one submit button. */
  async send(field: string): Promise<void> {
    await this.page
      .locator("main form", { has: this.page.locator(`[name="${field}"]`) })
      .locator("[type=submit]")
      .click();
  }

  async isAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL((url) => url.pathname === path);
    await this.settle();
  }

  /** Reads the page as WCAG 2.2 AA asks; with a script, since axe is one. */
  async isReadable(): Promise<void> {
    if (this.manner.endsWith("plain") || this.read.has(this.page.url())) return;
    this.read.add(this.page.url());
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
      .analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`),
    ).toEqual([]);
  }

  /** The newest message to somebody, once it has arrived. */
  async newestLetter(to: string, after = 0): Promise<Letter> {
    let letters: Letter[] = [];
    await expect
      .poll(async () => {
        const answer = await this.page.request.get("/demo/outbox.json");
        letters = ((await answer.json()) as Letter[]).filter((letter) => letter.to.includes(to));
        return letters.length;
      })
      .toBeGreaterThan(after);
    const [newest] = letters;
    if (newest === undefined) throw new Error(`no message to ${to}`);
    return newest;
  }

  async codeFor(to: string, after = 0): Promise<string> {
    const { code } = await this.newestLetter(to, after);
    expect(code).toMatch(/^\d{6}$/);
    return code ?? "";
  }

  /** With JavaScript: waits until the page listens: a person is not as quick as a machine. */
  private async settle(): Promise<void> {
    await expect(this.page.locator("html")).toHaveAttribute("lang", `${this.language}-CA`);
    if (!this.manner.endsWith("plain"))
      await this.page.waitForFunction(() =>
        Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
      );
    await this.isReadable();
  }
}

/** A story: told once in each manner, each with a portal in a browser of its own. */
export const story = base.extend<{ portal: Portal }>({
  portal: async ({ page }, use, info) => {
    const faults: string[] = [];
    page.on("pageerror", (fault) => faults.push(fault.message));
    page.on(
      "console",
      (entry) => entry.type() === "error" && !entry.text().includes("status of 4") && faults.push(entry.text()),
    );
    await use(new Portal(page, info.project.name as Manner));
    expect(faults).toEqual([]);
  },
});
export { expect };
