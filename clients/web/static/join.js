// The invitation is in the part of the address that browsers keep to themselves: it goes into the form, and out of sight.

import { ready } from "./ready.js";

const form = document.querySelector("#join");
const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  form.elements.invitation.value = code;
  history.replaceState(null, "", location.pathname);
}
ready(form.querySelector("button"));
