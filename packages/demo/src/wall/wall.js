// Links become live pictures as they come near, and links again far away; what is typed or chosen shows at once.
// Without this file the wall is a list of links, and a form.
const tallest = 3200;
const shortest = { 360: 640, 768: 720, 1280: 720 };
const typingMilliseconds = 250;

const near = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) (isIntersecting ? hang : takeDown)(target);
  },
  { rootMargin: "900px 0px" },
);
const resized = new ResizeObserver((seen) => {
  for (const { target } of seen) scaleToFit(target.parentElement);
});

function hangAll() {
  near.disconnect();
  resized.disconnect();
  for (const shot of document.querySelectorAll(".wall-shot")) {
    const picture = document.createElement("span");
    picture.className = "wall-picture";
    shot.prepend(picture);
    shot.dataset.height = shortest[shot.dataset.width];
    resized.observe(picture);
    near.observe(shot);
  }
}

function hang(shot) {
  const picture = shot.firstElementChild;
  if (picture.childElementCount > 0) return;
  const frame = document.createElement("iframe");
  // A picture: it runs nothing, takes no focus, and is named by the link around it.
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.addEventListener("load", () => drawn(shot, frame));
  frame.src = shot.href;
  frame.width = shot.dataset.width;
  frame.height = shot.dataset.height;
  picture.append(frame);
  scaleToFit(shot);
}

function takeDown(shot) {
  shot.firstElementChild.replaceChildren();
  shot.classList.remove("drawn");
}

function drawn(shot, frame) {
  const page = frame.contentDocument;
  // A mail shows itself in its colours; the server was told which.
  if (page?.documentElement) {
    for (const sheet of page.styleSheets) paint(sheet, shot.dataset.scheme);
    page.documentElement.style.colorScheme = shot.dataset.scheme;
    const height = Math.max(shortest[shot.dataset.width], page.documentElement.scrollHeight);
    shot.dataset.height = Math.min(tallest, height);
    frame.height = shot.dataset.height;
  }
  shot.classList.add("drawn");
  scaleToFit(shot);
}

/** A frame knows the machine's colours alone; its rules for the dark are switched by hand. */
function paint(sheet, scheme) {
  for (const rule of sheet.cssRules) {
    if (rule.styleSheet) paint(rule.styleSheet, scheme);
    const wanted = /prefers-color-scheme:\s*(light|dark)/.exec(rule.media?.mediaText ?? "")?.[1];
    if (wanted) rule.media.mediaText = wanted === scheme ? "all" : "not all";
  }
}

function scaleToFit(shot) {
  const picture = shot.firstElementChild;
  const scale = picture.clientWidth / shot.dataset.width;
  picture.style.height = `${Math.round(shot.dataset.height * scale)}px`;
  const frame = picture.firstElementChild;
  if (frame) frame.style.transform = `scale(${scale})`;
}

const filter = document.querySelector(".wall-filter");
let asking = new AbortController();
let typing;

/** Shows what is typed and chosen by now in place of what hangs, and keeps it in the address. */
async function showChosen() {
  clearTimeout(typing);
  asking.abort();
  asking = new AbortController();
  const query = new URLSearchParams([...new FormData(filter)].filter(([, value]) => value !== ""));
  const address = `${location.pathname}?${query}`;
  const answer = await fetch(address, { signal: asking.signal }).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".wall-results", ".wall-choices summary span", ".other"])
    document.querySelector(part).replaceWith(page.querySelector(part));
  document.querySelector(".wall-count").textContent = page.querySelector(".wall-count").textContent;
  history.replaceState(null, "", address);
  hangAll();
}

filter.addEventListener("change", showChosen);
filter.addEventListener("submit", (event) => {
  event.preventDefault();
  showChosen();
});
filter.querySelector("[type=search]").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(showChosen, typingMilliseconds);
});

document.documentElement.classList.add("has-pictures");
hangAll();

// While draft brands are previewed, the page follows each save.
const previewed = document.querySelector("[data-version]")?.dataset.version;
if (previewed !== undefined)
  setInterval(async () => {
    const answer = await fetch("/demo/preview.json").catch(() => undefined);
    if (answer?.ok && String((await answer.json()).version) !== previewed) location.reload();
  }, 700);
