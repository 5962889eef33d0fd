import { elementsIn, type PageElement, pageTree } from "./page-tree.ts";

interface HeardPage {
  title: string;
  all: readonly PageElement[];
  byId(id: string): PageElement | undefined;
}

/** Reports what would be unclear to a screen reader user, one sentence each; empty where there is nothing. */
export function unclearToTheEar(html: string): string[] {
  const all = elementsIn(pageTree(html));
  const ids = new Map(all.flatMap((element) => (element.attributes.id ? [[element.attributes.id, element]] : [])));
  const title = all.find(({ tag, parent }) => tag === "title" && parent?.tag !== "svg");
  const page: HeardPage = { title: title === undefined ? "" : words(title), all, byId: (id) => ids.get(id) };
  return [headings, titles, references, names, namesakes, faults, drawings, landmarks, stops, numbers].flatMap(
    (judge) => judge(page),
  );
}

function headings({ all }: HeardPage): string[] {
  const levels = all.flatMap(({ tag }) => (/^h[1-6]$/.test(tag) ? [Number(tag[1])] : []));
  const skipped = levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1);
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ["the page has not one title"]),
    ...(skipped ? [`a heading skips a level: ${levels.join(" ")}`] : []),
  ];
}

/** A screen reader reads the title first, so it must announce an error. */
function titles({ title, all }: HeardPage): string[] {
  const isRefused = all.some(({ attributes }) => attributes.role === "alert" || attributes["aria-invalid"] === "true");
  const saysSo = /^(Error|Erreur ): /.test(title);
  return saysSo || !isRefused ? [] : [`the title «${title}» does not tell that something is refused`];
}

function references({ all, byId }: HeardPage): string[] {
  const ids = all.flatMap(({ attributes }) => attributes.id ?? []);
  const double = ids.filter((id, index) => ids.indexOf(id) !== index);
  const lost = all.flatMap(({ attributes }) =>
    ["aria-describedby", "aria-labelledby", "for"]
      .flatMap((name) => attributes[name]?.split(" ") ?? [])
      .filter((id) => byId(id) === undefined),
  );
  return [...double.map((id) => `two elements are called #${id}`), ...lost.map((id) => `there is no #${id}`)];
}

function names(page: HeardPage): string[] {
  const nameless = page.all.filter((element) => isControl(element) && accessibleNameOf(element, page) === "");
  const groups = page.all.filter(({ tag, children }) => tag === "fieldset" && !tagsOf(children).includes("legend"));
  return [...nameless, ...groups].map(({ tag, attributes }) => `a ${tag} has no name: ${JSON.stringify(attributes)}`);
}

/** Two controls with the same accessible name and different targets. */
function namesakes(page: HeardPage): string[] {
  const ends = new Map<string, string>();
  return page.all.flatMap((element) => {
    if (!isControl(element) || within(element, "main") === undefined || element.attributes.type === "radio") return [];
    const name = `${element.tag} «${accessibleNameOf(element, page)}»`;
    const end = endOf(element);
    const other = ends.get(name) ?? end;
    ends.set(name, end);
    return other === end ? [] : [`${name} leads to ${other} and to ${end}`];
  });
}

/** Each error is associated with its field, and the summary links to each. */
function faults({ all, byId }: HeardPage): string[] {
  const described = all.flatMap(({ attributes }) => attributes["aria-describedby"]?.split(" ") ?? []);
  const untied = all.filter(
    ({ attributes }) => isOf(attributes, "field-fault") && !described.includes(`${attributes.id}`),
  );
  const silent = all.filter(
    (element) =>
      element.attributes["aria-invalid"] === "true" &&
      (element.attributes["aria-describedby"] ?? within(element, "fieldset")?.attributes["aria-describedby"]) ===
        undefined,
  );
  const summed = all.filter(
    (element) => element.tag === "a" && lineage(element).some((place) => isOf(place.attributes, "error-summary")),
  );
  const astray = summed.filter(({ attributes }) => byId(`${attributes.href}`.slice(1)) === undefined);
  return [
    ...untied.map((fault) => `no field is described by «${words(fault)}»`),
    ...silent.map(({ attributes }) => `nothing says why ${attributes.name} is refused`),
    ...astray.map((link) => `«${words(link)}» leads to no field`),
  ];
}

function drawings({ all }: HeardPage): string[] {
  const loud = all.filter(
    (element) =>
      (element.tag === "svg" && element.attributes.role !== "img" && !isHidden(element)) ||
      (element.tag === "img" && element.attributes.alt === undefined),
  );
  return loud.map(({ tag, attributes }) => `a drawing is neither hidden nor named: ${tag} ${attributes.class ?? ""}`);
}

/** Several landmarks of one kind need names, and the page needs a language. */
function landmarks({ all }: HeardPage): string[] {
  const named = ["nav", "section", "aside"].flatMap((tag) => {
    const same = all.filter((element) => element.tag === tag);
    const needsName = tag !== "section" && same.length > 1;
    return same.filter(({ attributes }) => needsName && !attributes["aria-label"] && !attributes["aria-labelledby"]);
  });
  const language = all.find(({ tag }) => tag === "html")?.attributes.lang;
  return [...named.map(({ tag }) => `a ${tag} has no name`), ...(language ? [] : ["the page tells no language"])];
}

/** Punctuation must not be doubled, separated from its word or misplaced. */
function stops({ all }: HeardPage): string[] {
  const astray = /\.\.|[,;]\s*[,.]| [,.](?!\w)|^[,.]/;
  return heardLines(all).flatMap((line) => (astray.test(line) ? [`a stop is astray: «${line}»`] : []));
}

/** A reference must be read digit by digit: "4 8 2", never "four hundred eighty-two". */
function numbers({ all }: HeardPage): string[] {
  return heardLines(all)
    .filter((line) => /(?<!\d)\d{3} \d{3} \d{3}(?!\d)/.test(line))
    .map((line) => `a reference is heard as numbers: «${line}»`);
}

/** The text of each element that has text of its own. */
function heardLines(all: readonly PageElement[]): string[] {
  const own = all.filter(
    (element) =>
      within(element, "body") &&
      !isHidden(element) &&
      element.children.some((child) => typeof child === "string" && child.trim() !== ""),
  );
  return own.map(words);
}

function isControl(element: PageElement): boolean {
  const { tag, attributes } = element;
  if (isHidden(element) || attributes.type === "hidden") return false;
  return ["input", "select", "textarea", "button", "summary"].includes(tag) || (tag === "a" && "href" in attributes);
}

function accessibleNameOf(element: PageElement, { all, byId }: HeardPage): string {
  const { attributes } = element;
  const labels = attributes["aria-labelledby"]?.split(" ").map((id) => byId(id));
  if (labels !== undefined) return labels.map((label) => (label ? words(label) : "")).join(" ");
  if (attributes["aria-label"] !== undefined) return attributes["aria-label"];
  if (!["input", "select", "textarea"].includes(element.tag)) return words(element);
  const label =
    all.find(({ tag, attributes: { for: id } }) => tag === "label" && id !== undefined && id === attributes.id) ??
    within(element, "label");
  return label === undefined ? "" : words(label);
}

/** Target of a control: a URL, a form with its values, or a field. */
function endOf({ tag, attributes, ...element }: PageElement): string {
  if (tag === "a") return `${attributes.href}`;
  if (tag !== "button") return `${tag} ${attributes.name ?? ""}`;
  const form = within({ tag, attributes, ...element }, "form");
  const sends = (form ? elementsIn(form) : []).filter((part) => part.attributes.type === "hidden");
  const sent = [...sends, { attributes }].map((part) => `${part.attributes.name}=${part.attributes.value}`);
  return `${form?.attributes.action} ${sent.join(" ")} ${attributes["aria-controls"] ?? ""}`;
}

/** The text of an element as a screen reader reads it, without hidden parts; its aria-label replaces its content. */
function words(element: PageElement): string {
  const heard = (part: PageElement | string): string => {
    if (typeof part === "string") return part;
    if (part.attributes["aria-hidden"] === "true" || "hidden" in part.attributes) return "";
    const spoken = part.attributes["aria-label"] ?? part.children.map(heard).join("");
    // Browsers separate absolutely positioned text with spaces.
    return isOf(part.attributes, "visually-hidden") ? ` ${spoken} ` : spoken;
  };
  return element.children.map(heard).join("").replace(/\s+/g, " ").trim();
}

const tagsOf = (children: PageElement["children"]) =>
  children.flatMap((child) => (typeof child === "string" ? [] : [child.tag]));
const isOf = (attributes: PageElement["attributes"], name: string) => attributes.class?.split(" ").includes(name);
const isHidden = (element: PageElement) =>
  lineage(element).some(({ attributes }) => attributes["aria-hidden"] === "true");
const within = (element: PageElement, tag: string) => lineage(element).find((place) => place.tag === tag);

/** The element and its ancestors. */
function lineage(element: PageElement): PageElement[] {
  return element.parent === undefined ? [element] : [element, ...lineage(element.parent)];
}
