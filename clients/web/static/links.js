// Links that are sent to others can be copied with a click.

for (const link of document.querySelectorAll("a.link")) {
  const button = document.createElement("button");
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy ${link.textContent}`);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.href);
    button.textContent = "Copied";
  });
  link.after(" ", button);
}
