// Links that are sent to others can be copied with a click, where the browser lets pages copy: over TLS, or on this machine.

import { say } from "./say.js";

const SHOWN = 3000; // milliseconds until another position can be copied

for (const link of navigator.clipboard ? document.querySelectorAll("a.link") : []) {
  const button = document.createElement("button");
  button.textContent = say("copy");
  button.setAttribute("aria-label", say("copy_link", { link: link.textContent }));
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.href);
    button.textContent = say("copied");
    setTimeout(() => (button.textContent = say("copy")), SHOWN);
  });
  link.after(" ", button);
}
