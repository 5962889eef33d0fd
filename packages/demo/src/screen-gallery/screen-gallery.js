// Links become live pictures near the window and links again far from it; a change of the filter applies at once.
// Without this script the gallery is a list of links and a form.
const maxHeight = 3200;
const minHeights = { 360: 640, 768: 720, 1280: 720 };
const typingMillis = 250;

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) (isIntersecting ? addFrame : removeFrame)(target);
  },
  { rootMargin: "900px 0px" },
);
const resized = new ResizeObserver((entries) => {
  // The observed width: reading it from the page would lay out the whole page again for each picture.
  for (const { target, contentRect } of entries) scaleToFit(target.parentElement, contentRect.width);
});

function watchLinks() {
  near.disconnect();
  resized.disconnect();
  for (const link of document.querySelectorAll(".gallery-shot")) {
    const picture = document.createElement("span");
    picture.className = "gallery-picture";
    link.prepend(picture);
    link.dataset.height = minHeights[link.dataset.width];
    resized.observe(picture);
    near.observe(link);
  }
}

function addFrame(link) {
  const picture = link.firstElementChild;
  if (picture.childElementCount > 0) return;
  const frame = document.createElement("iframe");
  // A picture: it runs nothing, takes no focus, and is named by the link around it.
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.addEventListener("load", () => fitToContent(link, frame));
  // The page in a frame prefers the colour scheme that its frame has.
  frame.style.colorScheme = link.dataset.scheme;
  frame.src = link.href;
  frame.width = link.dataset.width;
  frame.height = link.dataset.height;
  picture.append(frame);
  scaleToFit(link);
}

function removeFrame(link) {
  link.firstElementChild.replaceChildren();
  link.classList.remove("drawn");
}

function fitToContent(link, frame) {
  const page = frame.contentDocument;
  if (page?.documentElement) {
    const height = Math.max(minHeights[link.dataset.width], page.documentElement.scrollHeight);
    link.dataset.height = Math.min(maxHeight, height);
    frame.height = link.dataset.height;
  }
  link.classList.add("drawn");
  scaleToFit(link);
}

function scaleToFit(link, width = link.firstElementChild.clientWidth) {
  const picture = link.firstElementChild;
  const scale = width / link.dataset.width;
  picture.style.height = `${Math.round(link.dataset.height * scale)}px`;
  const frame = picture.firstElementChild;
  if (frame) frame.style.transform = `scale(${scale})`;
}

const filter = document.querySelector(".gallery-filter");
let loading = new AbortController();
let typing;

/** Replaces the results with those of the current filter, which the URL keeps. */
async function applyFilter() {
  clearTimeout(typing);
  loading.abort();
  loading = new AbortController();
  const query = new URLSearchParams([...new FormData(filter)].filter(([, value]) => value !== ""));
  const url = `${location.pathname}?${query}`;
  const response = await fetch(url, { signal: loading.signal }).catch(() => undefined);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of [".gallery-results", ".gallery-choices summary span", ".other"])
    document.querySelector(part).replaceWith(page.querySelector(part));
  document.querySelector(".gallery-count").textContent = page.querySelector(".gallery-count").textContent;
  history.replaceState(null, "", url);
  watchLinks();
}

filter.addEventListener("change", applyFilter);
filter.addEventListener("submit", (event) => {
  event.preventDefault();
  applyFilter();
});
filter.querySelector("[type=search]").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(applyFilter, typingMillis);
});

document.documentElement.classList.add("has-pictures");
watchLinks();

// While draft brands are previewed, the page follows each save.
const previewed = document.querySelector("[data-version]")?.dataset.version;
if (previewed !== undefined)
  setInterval(async () => {
    const response = await fetch("/demo/preview.json").catch(() => undefined);
    if (response?.ok && String((await response.json()).version) !== previewed) location.reload();
  }, 700);
