/** Route that requests a fresh link, posted to by the expired-link roadblock and by the inbox page. */
export const freshLinkPath = "/email-link/fresh";
export const inboxPath = "/check-your-inbox";
