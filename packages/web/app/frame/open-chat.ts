const size = "popup,width=354,height=500";
/** Whether the URL has an error code or a reference; other parameters are not worth a reload of the chat. */
const hasFacts = (url: string) => /[?&](errorCode|reference)=/.test(url);
let chat: Window | null = null;
let chatFacts = "";

/**
 * Opens a chat in a small window without access to the portal, or focuses the open one and passes it a new error code
 * or reference. False when the browser blocks the window.
 */
export function openChat(url: string): boolean {
  if (chat === null || chat.closed || (hasFacts(url) && url !== chatFacts)) {
    chat = openApart(url);
    chatFacts = url;
  }
  chat?.focus();
  return chat !== null;
}

/** Returns the chat window, which an earlier page may have opened under the same name; a new window is blank. */
function openApart(url: string): Window | null {
  const opened = window.open("", "chat", size);
  if (opened === null) return null;
  const at = urlOf(opened);
  if (at === "about:blank") opened.opener = null;
  if (at === "about:blank" || (hasFacts(url) && at !== url)) opened.location.replace(url);
  return opened;
}

/** URL of a window; undefined if it is of another origin, which cannot be read. */
function urlOf(opened: Window): string | undefined {
  try {
    return opened.location.href;
  } catch {
    return undefined;
  }
}
