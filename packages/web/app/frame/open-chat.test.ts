import { afterEach, beforeEach, expect, test, vi } from "vitest";

const plain = "https://portal.example/chat?brand=bna&language=en";
const withDetails = `${plain}&errorCode=R212&reference=482913706`;

/** The browser's only window named "chat", shared by the portal's pages. */
class ChatWindow {
  opener: unknown = "the page";
  closed = false;
  wasFocused = 0;
  readonly location = { href: "about:blank", replace: (url: string) => void this.visited.push(url) };
  readonly visited: string[] = [];
  focus() {
    this.wasFocused += 1;
  }
  /** Completes the navigation that was requested last. */
  arrive() {
    this.location.href = this.visited.at(-1) ?? this.location.href;
  }
}

let found: ChatWindow;
beforeEach(() => {
  found = new ChatWindow();
  vi.stubGlobal("window", { open: () => found });
});
afterEach(() => vi.unstubAllGlobals());

/** A newly loaded page of the portal, which has no reference to an open chat. */
async function page() {
  vi.resetModules();
  return (await import("./open-chat.ts")).openChat;
}

test("opens a chat in a window without an opener, and finds it again", async () => {
  const openChat = await page();
  expect([openChat(plain), openChat(plain)]).toEqual([true, true]);
  expect(found).toMatchObject({ opener: null, visited: [plain], wasFocused: 2 });
});

test("passes the code and the reference to an open chat once", async () => {
  const openChat = await page();
  openChat(plain);
  found.arrive();
  for (const _press of ["first", "second"]) openChat(withDetails);
  expect(found).toMatchObject({ visited: [plain, withDetails], wasFocused: 3 });
});

test("keeps an informed chat on its page when the next page has no facts to pass", async () => {
  const openChat = await page();
  openChat(withDetails);
  found.arrive();
  openChat(plain);
  expect(found).toMatchObject({ visited: [withDetails], wasFocused: 2 });
});

test("passes the facts once to a chat that an earlier page opened", async () => {
  (await page())(plain);
  found.arrive();
  (await page())(withDetails);
  found.arrive();
  (await page())(withDetails);
  (await page())(plain);
  expect(found).toMatchObject({ visited: [plain, withDetails], wasFocused: 4 });
});

test("opens a new window after the chat was closed, and reports failure when the browser blocks windows", async () => {
  const openChat = await page();
  openChat(plain);
  found.closed = true;
  const first = found;
  found = new ChatWindow();
  openChat(plain);
  expect([first.visited, found.visited]).toEqual([[plain], [plain]]);
  vi.stubGlobal("window", { open: () => null });
  expect((await page())(plain)).toBe(false);
});
