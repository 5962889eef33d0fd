import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { type DrawnScreen, drawScreen } from "../../../../test/draw-screen.tsx";
import { ErrorDialog } from "./refusal-notice.tsx";

const url = "/demo/chat?brand=belair&language=en&province=on";
const open = { url, hours: "Open now, until 8 p.m." };

const draw = (about: Pick<DrawnScreen, "chat" | "webview">) =>
  drawScreen({
    screen: (
      <ErrorDialog shownCode="lnr500160" reference="482913706" onClose={() => {}}>
        It was not saved.
      </ErrorDialog>
    ),
    language: "en",
    texts: { around: pageTexts(["common", "frame", "registrationError"], "en") },
    ...about,
  });

test("the dialog over a page that could not save passes its code and reference to the chat", () => {
  const chatFacts = /href="([^"]*\/chat\?[^"]*)"/.exec(draw({ chat: open }))?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(Object.fromEntries(new URL(chatFacts, "http://portal.example").searchParams)).toEqual({
    brand: "belair",
    language: "en",
    province: "on",
    errorCode: "R218",
    shownCode: "lnr500160",
    reference: "482913706",
  });
});

test.each([
  ["outside opening hours", { chat: { hours: "Chat opens tomorrow at 8 a.m." } }],
  ["where the brand has none", { chat: {} }],
  ["inside an app", { chat: open, webview: true as const }],
])("the dialog over a page that could not save offers no chat %s", (_when, about) => {
  const html = draw(about);
  expect(html).toContain('href="tel:');
  expect(html).not.toContain("hat opens");
  expect(html).not.toContain("/chat?");
});
