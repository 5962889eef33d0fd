import { hydratedEvent } from "./hydrated.ts";

/** A page whose modules do not arrive sends a held form after this time. */
const longestMilliseconds = 10_000;

/**
 * Holds a form that is sent before the page's modules are there, and sends it once when they are, so that a password
 * goes to the gateway alone. Removes itself, because hydration expects a document without it.
 */
const holdForms = `{
  let held = null;
  const hold = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held) return;
    held = { form: event.target, submitter: event.submitter };
    setTimeout(release, ${longestMilliseconds});
  };
  const release = () => {
    removeEventListener("submit", hold, true);
    if (held?.form.isConnected) held.form.requestSubmit(held.submitter);
    held = null;
  };
  addEventListener("submit", hold, true);
  addEventListener("${hydratedEvent}", release, { once: true });
  document.currentScript.remove();
}`;

/** Adds the script to the head of a page. */
export function holdFormsUntilHydrated(html: string, nonce: string): string {
  return html.replace("</head>", () => `<script nonce="${nonce}">${holdForms}</script></head>`);
}
