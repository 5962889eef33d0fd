import { afterEach, beforeEach, expect, test, vi } from "vitest";

const plain = "https://portal.example/chat?brand=bna&language=en";
const telling = `${plain}&errorCode=R212&reference=482913706`;

/** A browser's one window of the name "chat", as pages of the portal find it. */
class ChatWindow {
  opener: unknown = "the page";
  closed = false;
  wasFocused = 0;
  readonly location = { href: "about:blank", replace: (address: string) => void this.visited.push(address) };
  readonly visited: string[] = [];
  focus() {
    this.wasFocused += 1;
  }
  /** The page that was asked for is there. */
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

/** A page of the portal as it was just opened: it remembers no chat. */
async function page() {
  vi.resetModules();
  return (await import("./open-chat.ts")).openChat;
}

test("a chat opens in a window that knows nothing of the portal, and is found again", async () => {
  const openChat = await page();
  expect([openChat(plain), openChat(plain)]).toEqual([true, true]);
  expect(found).toMatchObject({ opener: null, visited: [plain], wasFocused: 2 });
});

test("a chat that is found again is told the code and the reference it has not heard, once", async () => {
  const openChat = await page();
  openChat(plain);
  found.arrive();
  for (const _press of ["first", "second"]) openChat(telling);
  expect(found).toMatchObject({ visited: [plain, telling], wasFocused: 3 });
});

test("a chat that has heard them goes on where a page has nothing to tell", async () => {
  const openChat = await page();
  openChat(telling);
  found.arrive();
  openChat(plain);
  expect(found).toMatchObject({ visited: [telling], wasFocused: 2 });
});

test("a chat that an earlier page opened is told too, and hears nothing twice", async () => {
  (await page())(plain);
  found.arrive();
  (await page())(telling);
  found.arrive();
  (await page())(telling);
  (await page())(plain);
  expect(found).toMatchObject({ visited: [plain, telling], wasFocused: 4 });
});

test("a window that was closed is opened anew; where none may open, the link does its own work", async () => {
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
