import { html } from "hono/html";
import type { DemoSpeech } from "./demo-visit.rule.ts";
import type { Part } from "./find-branches.rule.ts";

/** For a person with a PIN: sends the letter with it again. */
export function pinLetterForm({ person, row }: Part, say: DemoSpeech) {
  if (!row.pin) return "";
  return html`<form class="letter-form" method="post" action="/demo/letter">
    <input type="hidden" name="brand" value="${person.brand.id}" />
    <input type="hidden" name="policyNumber" value="${row.policyNumber}" />
    <input type="hidden" name="pin" value="${row.pin}" />
    <button class="chip plain">${say("people.letter")}</button>
  </form>`;
}
