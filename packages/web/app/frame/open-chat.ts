const size = "popup,width=354,height=500";
/** What an agent needs to know; the place alone is no news to somebody who chats. */
const isTelling = (address: string) => /[?&](errorCode|reference)=/.test(address);
let chat: Window | null = null;
let told = "";

/**
 * Opens a chat in a small window of its own that knows nothing of the portal; while it is open, finds it again, and
 * tells it a code or a reference that it has not heard. False where the browser allows no window.
 */
export function openChat(address: string): boolean {
  if (chat === null || chat.closed || (isTelling(address) && address !== told)) {
    chat = openApart(address);
    told = address;
  }
  chat?.focus();
  return chat !== null;
}

/** By its name a chat is found that an earlier page of the portal opened: only a new window is blank. */
function openApart(address: string): Window | null {
  const opened = window.open("", "chat", size);
  if (opened === null) return null;
  const at = addressOf(opened);
  if (at === "about:blank") opened.opener = null;
  if (at === "about:blank" || (isTelling(address) && at !== address)) opened.location.replace(address);
  return opened;
}

/** What another host has opened cannot be read. */
function addressOf(opened: Window): string | undefined {
  try {
    return opened.location.href;
  } catch {
    return undefined;
  }
}
