// What the folded options of a new game are now, in words, next to the names of their folds.

const form = document.querySelector(".letter form");

function* chosen(fold) {
  for (const field of fold.querySelectorAll("input, select")) {
    // Without a time limit nobody runs out of time.
    if (field.name === "expiry" && !form.elements.clock.value) continue;
    const label = field.labels[0]?.firstChild.textContent.trim() || field.labels[0]?.textContent.trim();
    if (field.type === "checkbox") {
      if (field.checked) yield label;
    } else if (field.type !== "file" && field.value) {
      yield `${label}: ${field.tagName === "SELECT" ? field.selectedOptions[0].text : field.value}`;
    }
  }
}

function tell() {
  for (const fold of form.querySelectorAll("details")) fold.querySelector(".now").textContent = [...chosen(fold)].join(" · ");
}

form.addEventListener("change", tell);
tell();
