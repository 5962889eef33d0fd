import { languages } from "@vestibule/catalogue/province.table.ts";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { openServer } from "../../vestibule/test/open-server.ts";
import { untilAccepted } from "../../vestibule/test/spawned-server.ts";
import { type StandalonePageId, standalonePageIds } from "../src/standalone-page.rule.ts";
import { accessibilityViolations } from "./screen-reader.rule.ts";

const { server } = await openServer();

/** Text of each page in French and English; a bilingual page has both. */
const expectedTexts: Record<StandalonePageId, readonly [fr: string, en: string]> = {
  "hand-off": ["Une dernière étape", "One more step"],
  "hand-off-registered": ["Encore une étape", "One more step"],
  "hand-off-reset": ["Votre mot de passe a été changé", "Your password was changed"],
  "hand-off-link": ["C’est bien vous", "It’s you"],
  fault: ["Le problème vient de nous.", "The problem is on our side."],
  busy: ["Un instant", "One moment, please"],
  "sign-out": ["Voulez-vous fermer votre session?", "Do you want to log out?"],
  leave: ["Un instant, s’il vous plaît", "One moment, please"],
  "application-refused": ["Nous n’avons pas pu terminer l’ouverture de session", "We couldn’t complete this login"],
  "application-expired": ["Cette ouverture de session ne peut pas se terminer", "This login can’t be finished"],
  "application-sign-out-refused": ["Votre session est toujours ouverte ici", "You’re still logged in here"],
  "application-passkey": ["Votre clé d’accès est nécessaire", "Your passkey is needed"],
  "application-consent": ["Donner un accès à « Carnet de voyage »?", "Give “Trip planner” access?"],
  "application-sign-out": ["Voulez-vous fermer votre session?", "Do you want to log out?"],
  "application-signed-out": ["Votre session est fermée", "You are logged out"],
  "foreign-form": [
    "Nous n’avons pas pu vérifier d’où vient ce formulaire.",
    "We couldn’t check where this form came from.",
  ],
  "long-form": ["Le formulaire contient trop de texte.", "The form holds too much text."],
  "link-wait": ["Ce lien ne peut pas s’ouvrir", "This link can’t open right now"],
  "large-headers": ["Votre navigateur envoie trop de données", "Your browser sends too much data"],
  "unknown-host": ["Aucun de nos services ne se trouve à cette adresse.", "None of our services is at this address."],
  chat: ["Clavardage", "Chat"],
};
const handOffs: readonly string[] = [
  "hand-off",
  "hand-off-registered",
  "hand-off-reset",
  "hand-off-link",
] satisfies StandalonePageId[];

async function open(id: string, query: string) {
  const response = await untilAccepted(() => fetch(`${server.url}/demo/pages/${id}?${query}`, { redirect: "manual" }));
  return { response, html: await response.text() };
}

test.each(standalonePageIds.flatMap((id) => languages.map((language) => ({ id, language }))))(
  "the page $id is complete in $language and clear to a screen reader",
  async ({ id, language }) => {
    const { response, html } = await open(id, `brand=intact&province=qc&language=${language}`);
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect(html).toContain(expectedTexts[id][language === "fr" ? 0 : 1]);
    expect(html).not.toMatch(/undefined|\[object/);
    expect(accessibilityViolations(html)).toEqual([]);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  },
);

test.each(handOffs)("%s continues to the gateway with one button and without a script", async (id) => {
  const { html } = await open(id, "brand=belair&province=on&language=en");
  const document = parse(html);
  expect(document.querySelectorAll('form[action="/pkmslogin.form"][method="post"]')).toHaveLength(1);
  expect(html).toContain(`name="login-form-type" value="${id === "hand-off" ? "pwd" : "ticket"}"`);
  expect(document.querySelectorAll("script[src]")).toEqual([]);
  expect(html).not.toContain("import(");
});

test("an unknown page returns 404", async () => {
  for (const id of ["unknown", "constructor"]) expect((await open(id, "")).response.status).toBe(404);
});
