import { type HTMLElement, type Node, NodeType, parse, valid } from "node-html-parser";

/** Scripts and styles are not text of the page. Content of noscript is: this is the page without JavaScript. */
const options = { blockTextElements: { script: false, style: false } };

/** Reports what would be unclear to a screen reader user, one sentence each; empty where there is nothing. */
export function accessibilityViolations(html: string): string[] {
  const page = parse(html, options);
  const checks = [headings, titles, references, names, namesakes, fieldErrors, drawings, landmarks, stops, numbers];
  return [...(valid(html, options) ? [] : ["an element is not closed"]), ...checks.flatMap((check) => check(page))];
}

function headings(page: HTMLElement): string[] {
  const levels = page.querySelectorAll("h1, h2, h3, h4, h5, h6").map(({ tagName }) => Number(tagName[1]));
  const skipped = levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1);
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ["the page has not one title"]),
    ...(skipped ? [`a heading skips a level: ${levels.join(" ")}`] : []),
  ];
}

/** A screen reader reads the title first, so it must announce an error. */
function titles(page: HTMLElement): string[] {
  const title = textOf(page.querySelector("head > title"));
  const hasErrors = page.querySelector('[role="alert"], [aria-invalid="true"]') !== null;
  const announcesThem = /^(Error|Erreur ): /.test(title);
  return announcesThem || !hasErrors ? [] : [`the title «${title}» does not say that something is refused`];
}

function references(page: HTMLElement): string[] {
  const ids = page.querySelectorAll("[id]").map(({ id }) => id);
  const double = ids.filter((id, index) => ids.indexOf(id) !== index);
  const missing = ["aria-describedby", "aria-labelledby", "for"]
    .flatMap((name) => page.querySelectorAll(`[${name}]`).flatMap((element) => idsIn(element, name)))
    .filter((id) => !ids.includes(id));
  return [...double.map((id) => `two elements are called #${id}`), ...missing.map((id) => `there is no #${id}`)];
}

function names(page: HTMLElement): string[] {
  const nameless = controlsIn(page).filter((element) => accessibleNameOf(element, page) === "");
  const groups = page.querySelectorAll("fieldset").filter((group) => group.querySelector(":scope > legend") === null);
  return [...nameless, ...groups].map(
    ({ localName, attributes }) => `a ${localName} has no name: ${JSON.stringify(attributes)}`,
  );
}

/** Two controls with the same accessible name and different targets; what is behind a dialog cannot be reached. */
function namesakes(page: HTMLElement): string[] {
  const targets = new Map<string, string>();
  return controlsIn(page).flatMap((element) => {
    if (element.closest("main") === null || element.getAttribute("type") === "radio") return [];
    const where = element.closest("dialog") === null ? "" : " of the dialog";
    const name = `${element.localName} «${accessibleNameOf(element, page)}»${where}`;
    const target = targetOf(element);
    const other = targets.get(name) ?? target;
    targets.set(name, target);
    return other === target ? [] : [`${name} leads to ${other} and to ${target}`];
  });
}

/** Each error is associated with its field, and the summary links to each. */
function fieldErrors(page: HTMLElement): string[] {
  const described = page
    .querySelectorAll("[aria-describedby]")
    .flatMap((element) => idsIn(element, "aria-describedby"));
  const unassociated = page.querySelectorAll(".field-error").filter(({ id }) => !described.includes(id));
  const undescribed = page
    .querySelectorAll('[aria-invalid="true"]')
    .filter(
      (field) =>
        !field.hasAttribute("aria-describedby") && !field.closest("fieldset")?.hasAttribute("aria-describedby"),
    );
  const broken = page
    .querySelectorAll(".error-summary a")
    .filter((link) => page.getElementById(`${link.getAttribute("href")}`.slice(1)) === null);
  return [
    ...unassociated.map((error) => `no field is described by «${textOf(error)}»`),
    ...undescribed.map((field) => `nothing says why ${field.getAttribute("name")} is refused`),
    ...broken.map((link) => `«${textOf(link)}» leads to no field`),
  ];
}

function drawings(page: HTMLElement): string[] {
  const exposed = [
    ...page.querySelectorAll('svg:not([role="img"])').filter((svg) => !isHidden(svg)),
    ...page.querySelectorAll("img:not([alt])"),
  ];
  return exposed.map((one) => `a drawing is neither hidden nor named: ${one.localName} ${one.classNames}`);
}

/** Several landmarks of one kind need names, and the page needs a language. */
function landmarks(page: HTMLElement): string[] {
  const nameless = ["nav", "aside"].flatMap((tag) => {
    const same = page.querySelectorAll(tag);
    const isNamed = (one: HTMLElement) => one.getAttribute("aria-label") || one.getAttribute("aria-labelledby");
    return same.length > 1 ? same.filter((one) => !isNamed(one)) : [];
  });
  const language = page.querySelector("html")?.getAttribute("lang");
  return [
    ...nameless.map(({ localName }) => `a ${localName} has no name`),
    ...(language ? [] : ["the page declares no language"]),
  ];
}

/** Punctuation must not be doubled, separated from its word or misplaced. */
function stops(page: HTMLElement): string[] {
  const misplaced = /\.\.|[,;]\s*[,.]| [,.](?!\w)|^[,.]/;
  return linesOf(page).flatMap((line) => (misplaced.test(line) ? [`a stop is astray: «${line}»`] : []));
}

/** A reference must be read digit by digit: "4 8 2", never "four hundred eighty-two". */
function numbers(page: HTMLElement): string[] {
  return linesOf(page)
    .filter((line) => /(?<!\d)\d{3} \d{3} \d{3}(?!\d)/.test(line))
    .map((line) => `a reference is heard as numbers: «${line}»`);
}

/** The text of each element that contains text directly. */
function linesOf(page: HTMLElement): string[] {
  const isText = (node: Node) => node.nodeType === NodeType.TEXT_NODE && node.text.trim() !== "";
  const textElements = page
    .querySelectorAll("body *")
    .filter((element) => !isHidden(element) && element.childNodes.some(isText));
  return textElements.map(textOf);
}

function controlsIn(page: HTMLElement): HTMLElement[] {
  return page
    .querySelectorAll("input, select, textarea, button, summary, a[href]")
    .filter((element) => !isHidden(element) && element.getAttribute("type") !== "hidden");
}

function accessibleNameOf(element: HTMLElement, page: HTMLElement): string {
  if (element.hasAttribute("aria-labelledby"))
    return idsIn(element, "aria-labelledby")
      .map((id) => textOf(page.getElementById(id)))
      .join(" ");
  const label = element.getAttribute("aria-label");
  if (label !== undefined) return label;
  if (!["input", "select", "textarea"].includes(element.localName)) return textOf(element);
  return textOf(
    page.querySelectorAll("label[for]").find((one) => one.getAttribute("for") === element.id) ??
      element.closest("label"),
  );
}

/** Target of a control: a URL, a form with its values, or a field. */
function targetOf(element: HTMLElement): string {
  if (element.localName === "a") return `${element.getAttribute("href")}`;
  if (element.localName !== "button") return `${element.localName} ${element.getAttribute("name") ?? ""}`;
  const form = element.closest("form");
  const sent = [...(form?.querySelectorAll('[type="hidden"]') ?? []), element].map(
    (part) => `${part.getAttribute("name")}=${part.getAttribute("value")}`,
  );
  return `${form?.getAttribute("action")} ${sent.join(" ")} ${element.getAttribute("aria-controls") ?? ""}`;
}

/** The text of an element as a screen reader reads it, without hidden parts; its aria-label replaces its content. */
function textOf(element: HTMLElement | null): string {
  const read = (node: Node): string => {
    if (node.nodeType === NodeType.TEXT_NODE) return node.text;
    const part = node as HTMLElement;
    if (part.getAttribute("aria-hidden") === "true" || part.hasAttribute("hidden")) return "";
    const text = part.getAttribute("aria-label") ?? part.childNodes.map(read).join("");
    // Browsers separate absolutely positioned text with spaces.
    return part.classList.contains("visually-hidden") ? ` ${text} ` : text;
  };
  return (element?.childNodes ?? []).map(read).join("").replace(/\s+/g, " ").trim();
}

/** Walks up by itself, because `closest` compiles its selector again for each element. */
const isHidden = (element: HTMLElement | null): boolean =>
  element !== null && (element.getAttribute("aria-hidden") === "true" || isHidden(element.parentNode));
const idsIn = (element: HTMLElement, name: string) => element.getAttribute(name)?.split(" ") ?? [];
