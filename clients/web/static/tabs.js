// The tabs below a game's board, made from folds. None is open at first, a press on the open tab closes it, and the arrow
// keys lead from tab to tab.

const list = document.querySelector("#tabs");
const folds = [...document.querySelectorAll("#extras > details")];

function made(fold) {
  const [tab, panel] = ["button", "div"].map((name) => document.createElement(name));
  tab.append(...fold.querySelector(":scope > summary").childNodes);
  tab.setAttribute("role", "tab");
  panel.setAttribute("role", "tabpanel");
  [tab.id, panel.id] = [`tab-${fold.id}`, `panel-${fold.id}`];
  tab.setAttribute("aria-controls", panel.id);
  panel.setAttribute("aria-labelledby", tab.id);
  fold.before(panel);
  panel.append(fold);
  tab.addEventListener("click", () => select(fold.open ? undefined : fold));
  return [fold, { tab, panel }];
}

const parts = new Map(folds.map(made));
const tabs = [...parts.values()].map(({ tab }) => tab);

function select(chosen) {
  for (const [fold, { tab, panel }] of parts) {
    fold.open = fold === chosen;
    panel.hidden = !fold.open;
    tab.setAttribute("aria-selected", String(fold.open));
    tab.tabIndex = fold === (chosen ?? folds[0]) ? 0 : -1;
  }
}

list.addEventListener("keydown", (event) => {
  const at = tabs.indexOf(document.activeElement);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  // Elsewhere these keys step through the game.
  event.stopPropagation();
  tabs.at(to % tabs.length).focus();
});

list.append(...tabs);
list.setAttribute("role", "tablist");
// What was opened before this script was there stays open.
select(folds.find(({ open }) => open));
