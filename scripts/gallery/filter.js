// Hides what does not match the filter. Without JavaScript the page shows everything.
const filter = document.querySelector(".wall-filter");
filter.hidden = false;
const count = document.querySelector(".wall-count");
const shots = [...document.querySelectorAll(".wall-shot")];
const folded = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("\u2019", "'").toLowerCase();
const lookOf = ({ dataset: { brand, province, language, width, scheme } }) =>
  [brand, province, language, width, scheme].join(" ");

function show() {
  const asked = Map.groupBy(filter.querySelectorAll("input:checked"), ({ name }) => name);
  const words = folded(filter.querySelector("[type=search]").value.trim()).split(/\s+/);
  const fits = (shot) => [...asked].every(([name, boxes]) => boxes.some(({ value }) => value === shot.dataset[name]));
  const isFitting = new Map(shots.map((shot) => [shot, fits(shot)]));
  const looks = new Set(shots.filter((shot) => isFitting.get(shot)).map(lookOf));
  for (const [shot, isShown] of isFitting) shot.parentElement.hidden = !isShown;
  for (const screen of document.querySelectorAll(".wall-screen")) {
    const isCalledSo = words.every((word) => screen.dataset.words.includes(word));
    screen.hidden = !isCalledSo || !screen.querySelector("li:not([hidden])");
  }
  for (const area of document.querySelectorAll(".wall-area")) {
    area.hidden = !area.querySelector(".wall-screen:not([hidden])");
    // Screens with a single visible picture are shown side by side.
    const screens = area.querySelector(".wall-screens");
    if (looks.size === 1) screens.dataset.single = area.querySelector("li:not([hidden]) > .wall-shot")?.dataset.width;
    else delete screens.dataset.single;
  }
  document.querySelector(".empty").hidden = document.querySelector(".wall-area:not([hidden])") !== null;
  const numberOf = (selector) => document.querySelectorAll(selector).length;
  count.textContent = count.dataset.words
    .replace("{screens}", numberOf(".wall-screen:not([hidden])"))
    .replace("{pictures}", numberOf(".wall-screen:not([hidden]) li:not([hidden])"));
}

filter.addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("input", show);
// The fields have their reset values only after the event.
filter.addEventListener("reset", () => setTimeout(show));
// The browser restores the filter on back navigation.
addEventListener("pageshow", show);
