import { redirect } from "react-router";

/** What an address may say of the visit. A token or an address typed into it goes no further. */
const kept = ["province", "language", "webview", "client_login_action", "emailSource", "maintenancePageBypass"];

/** Sends somebody who has nothing to do on a page to the login page, with what the query says of the visit. */
export function toLogin(url: URL): Response {
  const query = new URLSearchParams();
  for (const name of kept) {
    const value = url.searchParams.get(name);
    if (value !== null) query.set(name, value);
  }
  return redirect(query.size === 0 ? "/" : `/?${query}`, 303);
}
