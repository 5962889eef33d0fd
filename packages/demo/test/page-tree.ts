/** A page as nested elements, for the subset of well-formed HTML that this server renders. */
export interface PageElement {
  tag: string;
  attributes: Readonly<Partial<Record<string, string>>>;
  children: (PageElement | string)[];
  parent: PageElement | undefined;
}

const empty = new Set(["br", "hr", "img", "input", "link", "meta", "!doctype"]);
/** Parts that are not text of the page. Content of noscript is: the tree is the page without JavaScript. */
const unread = /<!--.*?-->|<(script|style)\b.*?<\/\1>/gs;
const piece = /<(\/?)([a-z!][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gi;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

export function pageTree(html: string): PageElement {
  const root: PageElement = { tag: "#page", attributes: {}, children: [], parent: undefined };
  let open = root;
  for (const [, closes, name = "", attributes = "", isWhole, text] of html.replace(unread, "").matchAll(piece)) {
    const tag = name.toLowerCase();
    if (text !== undefined) open.children.push(decoded(text));
    else if (closes) {
      if (open.tag !== tag || open.parent === undefined) throw new Error(`<${open.tag}> is closed by </${tag}>`);
      open = open.parent;
    } else {
      const element: PageElement = { tag, attributes: attributesOf(attributes), children: [], parent: open };
      open.children.push(element);
      if (!empty.has(tag) && !isWhole) open = element;
    }
  }
  if (open !== root) throw new Error(`<${open.tag}> is not closed`);
  return root;
}

/** All descendant elements in document order. */
export function elementsIn(place: PageElement): PageElement[] {
  return place.children.flatMap((child) => (typeof child === "string" ? [] : [child, ...elementsIn(child)]));
}

function attributesOf(written: string): PageElement["attributes"] {
  const found = written.matchAll(/([^\s=]+)(?:="([^"]*)")?/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name.toLowerCase(), decoded(value)]));
}

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
}
