// The invitation stands in the part of the address that browsers keep to themselves: it goes into the form, and out of sight.
const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  document.querySelector("#join [name=invitation]").value = code;
  history.replaceState(null, "", location.pathname);
}
