// Hides what is not asked for. Without it the page shows everything.
const filter = document.querySelector(".wall-filter");
filter.hidden = false;
filter.addEventListener("submit", (event) => event.preventDefault());
filter.addEventListener("input", () => {
  const asked = Map.groupBy(filter.querySelectorAll("input:checked"), ({ name }) => name);
  const words = filter.querySelector("[type=search]").value.trim().toLowerCase();
  const fits = (shot) => [...asked].every(([name, boxes]) => boxes.some(({ value }) => value === shot.dataset[name]));
  for (const shot of document.querySelectorAll(".wall-shot")) shot.parentElement.hidden = !fits(shot);
  for (const screen of document.querySelectorAll(".wall-screen"))
    screen.hidden = !screen.dataset.words.includes(words) || !screen.querySelector("li:not([hidden])");
  for (const area of document.querySelectorAll(".wall-area"))
    area.hidden = !area.querySelector(".wall-screen:not([hidden])");
});
