/** Asks for a fresh link; posted to by the roadblock of one that is over, and by the page that follows. */
export const freshLinkPath = "/email-link/fresh";
export const inboxPath = "/check-your-inbox";
