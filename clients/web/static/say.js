// What the page says in the visitor's language. The words stand in the page, by their keys (clients/web/languages).

let words;

// Has the page say these words instead of those that stand in it.
export function speak(found) {
  words = found;
}

// Returns what a key says as parts, in which values, nodes too, take the places of their names.
export function parts(key, values = {}) {
  words ??= JSON.parse(document.getElementById("words").textContent);
  return words[key].split(/\{(\w+)\}/).map((part, place) => (place % 2 ? values[part] : part));
}

export function say(key, values) {
  return parts(key, values).join("");
}

// Returns a number as the visitor's language writes it.
export function figure(number, how) {
  return new Intl.NumberFormat(document.documentElement.lang, how).format(number);
}

// Returns a refusal: the clause, a button that shows it, stands where the language has it.
export function refusal(key, { sentence, values }, more) {
  return parts(key, { ...more, sentence: values ? `${sentence} (${values})` : sentence });
}
