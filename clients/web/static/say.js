// The texts of the page in the visitor's language. The page contains them, by key (clients/web/languages).

let words;

// Makes the page use these texts instead of those in it.
export function speak(given) {
  words = given;
}

// Returns the text of a key as parts, with values, which can be nodes, in place of their names.
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

// Returns a refusal: the clause, a button that shows it, is where the language puts it.
export function refusal(key, { sentence, values }, more) {
  return parts(key, { ...more, sentence: values ? `${sentence} (${values})` : sentence });
}
