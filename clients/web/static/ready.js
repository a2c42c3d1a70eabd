// Controls that only a script can serve: they are disabled until it listens, since a click before that would be lost, or do
// without a question what is asked twice.

export function ready(...controls) {
  for (const control of controls) control.disabled = false;
}

// Has something done whenever a fold is opened, also if that was before anything could listen.
export function whenOpened(fold, act) {
  fold.addEventListener("toggle", () => fold.open && act());
  if (fold.open) act();
}
