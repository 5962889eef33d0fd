// Facts become copy buttons, those of a started story open, and the outbox refreshes itself. Without this script a person
// does all three.
const toast = document.querySelector(".toast");
const { copied, copyLabel } = document.body.dataset;

function makeButtons(root) {
  for (const fact of root.querySelectorAll("code[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "fact";
    button.append(...[...fact.childNodes].map((node) => node.cloneNode()));
    button.setAttribute(
      "aria-label",
      copyLabel.replace("{fact}", () => fact.textContent),
    );
    fact.replaceWith(button);
  }
}

async function copy(button) {
  const text = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard API needs a secure context; this copies the selection instead.
    getSelection().selectAllChildren(button);
    document.execCommand("copy");
  }
  button.classList.add("done");
  toast.textContent = copied;
  setTimeout(() => {
    button.classList.remove("done");
    toast.textContent = "";
  }, 1500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button.fact");
  if (button) copy(button);
});

document.addEventListener("submit", (event) => {
  event.target.closest(".scenario")?.querySelector(".scenario-facts")?.setAttribute("open", "");
});

function pollList(list) {
  const section = list.closest("section");
  section.querySelector(".refresh").hidden = true;
  section.querySelector(".live").hidden = false;
  let last;
  setInterval(async () => {
    if (document.hidden) return;
    const response = await fetch(list.dataset.live).catch(() => undefined);
    const text = response?.ok ? await response.text() : last;
    if (text === last) return;
    const first = last === undefined;
    last = text;
    if (!first) redraw(list, text);
  }, 2000);
}

// Open e-mails stay open.
function redraw(list, text) {
  const open = [...list.querySelectorAll("details[open][data-id]")].map((details) => details.dataset.id);
  list.innerHTML = text;
  for (const id of open) list.querySelector(`details[data-id="${CSS.escape(id)}"]`)?.setAttribute("open", "");
  makeButtons(list);
}

makeButtons(document);
for (const list of document.querySelectorAll("[data-live]")) pollList(list);
