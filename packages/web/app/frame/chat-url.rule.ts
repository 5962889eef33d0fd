/** Facts about the page that opens the chat, passed to it so that the customer need not repeat them. */
export type ChatOpening = {
  /** The page's own code. */
  errorCode?: string;
  /** Code of the underlying error, which the page shows in brackets. */
  shownCode?: string | undefined;
  /** Nine digits by which an agent finds the browser session. */
  reference?: string | undefined;
};

/** Adds facts to the chat's URL; those that are undefined are left out. */
export function addFactsToChatUrl(chatUrl: string, facts: Readonly<Record<string, string | undefined>>): string {
  const known = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
  if (known.length === 0) return chatUrl;
  return `${chatUrl}${chatUrl.includes("?") ? "&" : "?"}${new URLSearchParams(known)}`;
}
