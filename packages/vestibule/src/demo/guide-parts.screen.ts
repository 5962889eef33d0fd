import { provinces } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import { html, raw } from "hono/html";
import type { ClockReading } from "./clock.store.ts";
import { clockMoves } from "./clock-move.rule.ts";
import { sayDate } from "./date-words.rule.ts";
import type { DemoVisit } from "./demo-visit.rule.ts";
import { copyable } from "./person-facts.screen.ts";
import { screenList } from "./screen-list.rule.ts";
import { screenAreas } from "./wall/screen-area.rule.ts";

/** Which brand this browser sees, whatever the host. */
export function brandSection(brands: BrandBook, { say, hostBrand, chosenBrand, language }: DemoVisit) {
  const chip = (
    value: string,
    name: string,
    chosen: boolean,
    look: string,
  ) => html`<button class="chip ${look}" name="brand"
    value="${value}" aria-pressed="${String(chosen)}">${name}</button>`;
  return html`<section id="brand" aria-labelledby="brand-title">
    <h2 id="brand-title">${say("brand.title")}</h2>
    <form class="chips" method="post" action="/demo/brand">
      ${brands.brands.map((one) => chip(one.id, one.name[language], one === chosenBrand, `of-${one.id}`))}
      ${chip("", say("brand.own", { brand: hostBrand.name[language] }), !chosenBrand, "plain")}
    </form>
    <p class="hint">${say("brand.hint")} <a href="/" target="vestibule-portal">${say("brand.open")}</a></p>
  </section>`;
}

export function clockSection({ now, offsetSeconds }: ClockReading, { say, language, province }: DemoVisit) {
  const voice = { timeZone: provinces[province].timeZone, language };
  const facts = { day: sayDate(now, voice), time: sayTime(now, voice), province: say(`province.${province}`) };
  return html`<section id="clock" aria-labelledby="clock-title">
    <h2 id="clock-title">${say("clock.title")}</h2>
    <p><b>${say("clock.now", facts)}</b> ${say(offsetSeconds === 0 ? "clock.real" : "clock.moved")}</p>
    <form class="chips" method="post" action="/demo/clock">
      ${clockMoves.map((move) => html`<button class="chip plain" name="move" value="${move}">${say(`clock.${move}`)}</button>`)}
    </form>
    <p class="hint">${say("clock.hint")}</p>
  </section>`;
}

/** Puts the demo back as it was at the start; the disclosure asks before the button does. */
export function resetSection(isDone: boolean, { say }: DemoVisit) {
  return html`<section id="reset" aria-label="${say("reset.title")}">
    ${isDone && html`<p class="reset-done" role="status">${say("reset.done")}</p>`}
    <details class="reset">
      <summary>${say("reset.title")}</summary>
      <p class="hint">${say("reset.hint")}</p>
      <form method="post" action="/demo/reset"><button class="chip plain">${say("reset.confirm")}</button></form>
    </details>
  </section>`;
}

/** `code` is an SVG of our own making. */
export function telephoneSection(telephone: { address: string; code: string } | undefined, { say }: DemoVisit) {
  return html`<section id="telephone" aria-labelledby="telephone-title">
    <h2 id="telephone-title">${say("telephone.title")}</h2>
    ${
      telephone
        ? html`<p class="hint">${say("telephone.hint")}</p>
          <p>${copyable(telephone.address)}</p>
          <div class="qr" role="img" aria-label="${say("telephone.code", { address: telephone.address })}">${raw(telephone.code)}</div>`
        : html`<p class="hint">${say("telephone.none")}</p>`
    }
  </section>`;
}

/** Parts of the wall, each with how much hangs there. */
export function screensSection(visit: DemoVisit) {
  const { say, language } = visit;
  const parts = Map.groupBy(screenList(visit), ({ area }) => area);
  return html`<section id="screens" aria-labelledby="screens-title">
    <h2 id="screens-title">${say("screens.title")}</h2>
    <p class="hint">${say("screens.hint")}</p>
    <p><a href="/demo/screens?language=${language}">${say("screens.wall")}</a></p>
    <ul class="screens">${screenAreas.map(
      (area) =>
        html`<li><a href="/demo/screens?language=${language}&amp;area=${area}">${say(`wall.area.${area}`)}</a> <span class="hint">${parts.get(area)?.length}</span></li>`,
    )}</ul>
  </section>`;
}

/** `agentIds`: of the agents that demo mode made; none where agents were named. */
export function agentSection(agentIds: readonly string[], { say }: DemoVisit) {
  return html`<section id="agent" aria-labelledby="agent-title">
    <h2 id="agent-title">${say("agent.title")}</h2>
    <p class="hint">${say("agent.hint")}</p>
    ${
      agentIds.length === 0
        ? html`<p>${say("agent.named")}</p>`
        : html`<p>${say("agent.id")} ${agentIds.map((id) => html`${copyable(id)} `)}</p><p class="hint">${say("agent.secret")}</p>`
    }
    <p><a href="/agent" target="vestibule-portal">${say("agent.open")}</a></p>
  </section>`;
}
