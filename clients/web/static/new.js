// Buttons that count players, and what the folded options of a new game are now, in words, next to the names of their folds.

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

for (const button of form.querySelectorAll("[data-step]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const count = button.parentElement.querySelector("input");
    count.stepUp(Number(button.dataset.step));
  });
}
form.addEventListener("change", tell);
tell();
