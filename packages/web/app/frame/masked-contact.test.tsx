import { languages } from "@vestibule/catalogue/province.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { drawScreen } from "../../test/draw-screen.tsx";
import { MaskedContact, type MaskedContactProps } from "./masked-contact.tsx";

const texts = ["twoFactor:sent", "twoFactor:other", "account:second-factors.sent"] as const;
const contacts = [
  { method: "text", maskedRecipient: "•••-•••-••42", spoken: / 4 2\b/ },
  { method: "call", maskedRecipient: "•••-•••-••42", spoken: / 4 2\b/ },
  { method: "email", maskedRecipient: "m•••@e•••.ca", spoken: / m\.?$/ },
] as const;

/** What is visible, and what a screen reader reads in its place. */
function wordsOf(language: (typeof languages)[number], contact: MaskedContactProps) {
  const contactTexts = pageTexts([contact.text], language);
  const html = drawScreen({
    language,
    texts: { around: {}, own: contactTexts },
    screen: <MaskedContact {...contact} />,
  });
  const [, visible = "", spoken = ""] =
    /<span aria-hidden="true">(.*?)<\/span><span class="visually-hidden">(.*?)<\/span>/.exec(html) ?? [];
  return { visible, spoken: spoken.replaceAll(/\s/g, " ") };
}

test.each(
  languages.flatMap((language) => texts.flatMap((text) => contacts.map((contact) => ({ language, text, ...contact })))),
)("a screen reader reads $text.$method without its mask in $language", ({ language, spoken, ...contact }) => {
  const words = wordsOf(language, { ...contact, facts: { time: "10:05" } });
  expect(words.visible).toContain(contact.method === "email" ? contact.maskedRecipient : "42");
  expect(words.spoken).toMatch(spoken);
  expect(words.spoken).not.toMatch(/•|42/);
  expect(`${words.visible}${words.spoken}`).not.toMatch(/[{}]/);
});
