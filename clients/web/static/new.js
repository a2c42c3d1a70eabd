// Who sits where, what the button does, and what the folded options of a new game are now, in words, next to the names of their folds.

const form = document.querySelector(".letter form");

function* chosen(fold) {
  for (const field of fold.querySelectorAll("input, select")) {
    // Without a time limit nobody runs out of time, and a single table has the same deal as no other.
    if (field.matches("[name=expiry]") && !form.elements.clock.value) continue;
    if (field.matches("[name=tables]") && field.value === "1") continue;
    const [{ firstChild, textContent }] = field.labels;
    const label = firstChild.textContent.trim() || textContent.trim();
    if (field.tagName === "SELECT") yield `${label}: ${field.selectedOptions[0].text}`;
    else if (field.type === "checkbox" && field.checked) yield label;
    else if (!["checkbox", "file"].includes(field.type) && field.value) yield `${label}: ${field.value}`;
  }
}

function tell() {
  for (const fold of form.querySelectorAll("details")) fold.querySelector(".now").textContent = [...chosen(fold)].join(" · ");
}

// The seats as a row: a press leads from one state to the next, and never to fewer players than the title takes. The fields
// of the numbers, which are all that there is without a script, follow.
const seating = form.querySelector("#seating");
const row = [...seating.querySelectorAll(".seating > button")];
const { player, people, bots, tables } = form.elements;
const least = Number(seating.dataset.least);
const called = JSON.parse(seating.dataset.states);
const create = form.querySelector(".create button");
const labels = JSON.parse(create.dataset.labels);
const ORDER = ["empty", "bot", "person"];
const OWN_ORDER = ["you", "person", "bot", "empty"];

function first() {
  const wanted = [seating.dataset.plays === "true" ? ["you"] : [], Array(Number(people.value)).fill("person"), Array(Number(bots.value)).fill("bot")].flat();
  return row.map((_, place) => wanted[place] ?? "empty");
}

const count = (...states) => row.filter(({ dataset }) => states.includes(dataset.state)).length;

function label() {
  if (Number(tables.value) > 1) return labels.create;
  if (count("person")) return labels.table[count("you", "person", "bot")];
  return count("you") ? labels.against[count("bot")] : labels.watch[count("bot")];
}

function put(button, state) {
  button.dataset.state = state;
  button.querySelector("span").textContent = called[state];
  button.ariaLabel = `${button.dataset.seatName}: ${called[state]}`;
}

function follow() {
  [people.value, bots.value] = [count("person"), count("bot")];
  player.disabled = count("you") === 0;
  create.textContent = label();
}

function next(button) {
  const order = button === row[0] ? OWN_ORDER : ORDER;
  const after = (state) => order[(order.indexOf(state) + 1) % order.length];
  const state = after(button.dataset.state);
  return state === "empty" && row.length - count("empty") <= least ? after(state) : state;
}

for (const [place, state] of first().entries()) put(row[place], state);
for (const button of row) {
  button.addEventListener("click", () => {
    put(button, next(button));
    follow();
  });
}
for (const shown of form.querySelectorAll(".seating, [data-taps]")) shown.hidden = false;
for (const hidden of form.querySelectorAll("[data-plain]")) hidden.hidden = true;
player.placeholder = player.dataset.guest;
form.addEventListener("submit", () => {
  if (!player.disabled && !player.value.trim()) player.value = player.dataset.guest;
});
form.addEventListener("change", () => {
  tell();
  follow();
});
tell();
follow();
