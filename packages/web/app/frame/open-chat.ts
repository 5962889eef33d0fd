const size = "popup,width=354,height=500";
let chat: Window | null = null;

/**
 * Opens a chat in a small window of its own that knows nothing of the portal; while it is open, finds it again.
 * False where the browser allows no window.
 */
export function openChat(address: string): boolean {
  if (chat === null || chat.closed) chat = openApart(address);
  chat?.focus();
  return chat !== null;
}

/** By its name a chat is found that an earlier page of the portal opened: only a new window is blank. */
function openApart(address: string): Window | null {
  const opened = window.open("", "chat", size);
  if (opened !== null && isBlank(opened)) {
    opened.opener = null;
    opened.location.replace(address);
  }
  return opened;
}

/** What another host has opened cannot be read, and is not blank. */
function isBlank(opened: Window): boolean {
  try {
    return opened.location.href === "about:blank";
  } catch {
    return false;
  }
}
