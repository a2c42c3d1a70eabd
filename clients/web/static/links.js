// Links that are sent to others can be copied with a click.

import { say } from "./say.js";

for (const link of document.querySelectorAll("a.link")) {
  const button = document.createElement("button");
  button.textContent = say("copy");
  button.setAttribute("aria-label", say("copy_link", { link: link.textContent }));
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.href);
    button.textContent = say("copied");
  });
  link.after(" ", button);
}
