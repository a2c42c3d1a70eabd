// The token for watching stands in the part of the address that browsers keep to themselves: it goes into the form, and out of sight.
const token = decodeURIComponent(location.hash.slice(1));
if (token) {
  history.replaceState(null, "", location.pathname);
  const form = document.querySelector("#watch");
  form.elements.token.value = token;
  form.submit();
}
