// The address that the server prints carries the set-up code behind the `#`, which browsers never send: this puts it in the form and
// takes it out of the address.

const field = document.querySelector("input[name=setUpCode]");
const code = new URLSearchParams(location.hash.slice(1)).get("code");

if (field && code) {
  field.value = code;
  history.replaceState(null, "", location.pathname + location.search);
}
