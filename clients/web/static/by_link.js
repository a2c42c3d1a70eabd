// The token of a link is in the part of the address that browsers keep to themselves: it goes into the form, and out of sight.

import { ready } from "./ready.js";

const form = document.querySelector("#by-link");
const token = decodeURIComponent(location.hash.slice(1));
ready(form.querySelector("button"));
if (token) {
  history.replaceState(null, "", location.pathname);
  form.elements.token.value = token;
  form.submit();
}
