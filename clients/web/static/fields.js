// Commands as forms: fields as inputs, and their values as an object.

import { say } from "./say.js";

function labelled(label, ...inputs) {
  const element = document.createElement("label");
  element.append(label, " ", ...inputs);
  return element;
}

function select(name, choices, empty) {
  const element = document.createElement("select");
  element.name = name;
  if (empty !== undefined) element.append(new Option(empty, ""));
  for (const { name: value, label } of choices) element.append(new Option(label, value));
  return element;
}

// Several choices in order: a click on one adds it, a click on an entered one removes it.
function picks(field) {
  const group = document.createElement("fieldset");
  const legend = document.createElement("legend");
  const entered = document.createElement("span");
  const value = Object.assign(document.createElement("input"), { type: "hidden", name: `field.${field.name}` });
  const names = [];
  const show = () => {
    value.value = names.join(",");
    entered.replaceChildren(
      ...names.map((name, place) => {
        const { label } = field.choices.find((choice) => choice.name === name);
        const button = Object.assign(document.createElement("button"), { type: "button", className: "picked", textContent: label });
        button.setAttribute("aria-label", say("take_away", { label }));
        button.addEventListener("click", () => {
          names.splice(place, 1);
          show();
          // The clicked one is gone: the focus goes to its neighbour.
          (entered.children[place] ?? entered.lastElementChild ?? group.querySelector("button")).focus();
        });
        return button;
      }),
    );
  };
  legend.textContent = field.label;
  group.className = "picks";
  group.append(legend, value);
  for (const { name, label } of field.choices) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    button.addEventListener("click", () => {
      names.push(name);
      show();
    });
    group.append(button);
  }
  const shown = document.createElement("p");
  shown.setAttribute("role", "status");
  shown.append(say("entered"), " ", entered);
  group.append(shown);
  return group;
}

function input(field, list) {
  if (field.kind === "choice" && field.several) return picks(field);
  if (field.kind === "choice") return labelled(field.label, select(`field.${field.name}`, field.choices, "–"));
  const element = document.createElement("input");
  element.name = `field.${field.name}`;
  if (field.kind === "switch") element.type = "checkbox";
  else if (field.kind === "number" && !field.several) element.type = "number";
  else if (field.kind === "text") element.setAttribute("list", list);
  if (field.several) element.placeholder = say("several");
  return labelled(field.label, element);
}

export function inputs(form, list) {
  return form.fields.map((field) => input(field, list));
}

function one(kind, text) {
  if (kind === "number") return Number(text);
  return kind === "json" ? JSON.parse(text) : text;
}

// Returns the entered values, without empty fields.
export function entered(form, element) {
  const fields = {};
  for (const { name, kind, several } of form.fields) {
    const control = element.elements[`field.${name}`];
    const text = control.value.trim();
    if (kind === "switch") {
      if (control.checked) fields[name] = true;
    } else if (text !== "") {
      fields[name] = several && kind !== "json" ? text.split(",").map((part) => one(kind, part.trim())) : one(kind, text);
    }
  }
  return fields;
}

// The names of things, for inputs of texts.
export function names(components, id) {
  const list = document.createElement("datalist");
  list.id = id;
  for (const { id: value, name } of components) list.append(new Option(name, value));
  return list;
}
