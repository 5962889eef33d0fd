import { hydratedEvent } from "./hydrated.ts";

/**
 * Holds a form that is sent before the page's scripts are there, and sends it once when they are, so that a password
 * goes to the gateway alone. A page whose scripts do not arrive sends it after this time. Removes itself, because
 * hydration expects a document without it.
 */
const longestMilliseconds = 10_000;
const holdForms = `{
let held;
const hold=event=>{
event.preventDefault();event.stopImmediatePropagation();
held??=(setTimeout(release,${longestMilliseconds}),[event.target,event.submitter])
},release=()=>{
removeEventListener("submit",hold,true);
if(held?.[0].isConnected)held[0].requestSubmit(held[1]);
held=null
};
addEventListener("submit",hold,true);
addEventListener("${hydratedEvent}",release,{once:true})
}document.currentScript.remove()`.replaceAll("\n", "");

/** Adds the script to the head of a page. */
export function holdFormsUntilHydrated(html: string, nonce: string): string {
  return html.replace("</head>", () => `<script nonce="${nonce}">${holdForms}</script></head>`);
}
