// Hides what is not asked for. Without it the page shows everything.
const filter = document.querySelector(".wall-filter");
filter.hidden = false;
const folded = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("\u2019", "'").toLowerCase();

function show() {
  const asked = Map.groupBy(filter.querySelectorAll("input:checked"), ({ name }) => name);
  const words = folded(filter.querySelector("[type=search]").value.trim()).split(/\s+/);
  const fits = (shot) => [...asked].every(([name, boxes]) => boxes.some(({ value }) => value === shot.dataset[name]));
  for (const shot of document.querySelectorAll(".wall-shot")) shot.parentElement.hidden = !fits(shot);
  for (const screen of document.querySelectorAll(".wall-screen")) {
    const isCalledSo = words.every((word) => screen.dataset.words.includes(word));
    screen.hidden = !isCalledSo || !screen.querySelector("li:not([hidden])");
  }
  for (const area of document.querySelectorAll(".wall-area"))
    area.hidden = !area.querySelector(".wall-screen:not([hidden])");
  document.querySelector(".empty").hidden = document.querySelector(".wall-area:not([hidden])") !== null;
}

filter.addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("input", show);
// A page that was gone back to keeps what was chosen.
addEventListener("pageshow", show);
