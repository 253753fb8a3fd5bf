// A manage link carries its key behind the `#`, which browsers never send: this puts it in the form and takes it out of the address.

const field = document.querySelector("[data-key] input[name=key]");
const key = new URLSearchParams(location.hash.slice(1)).get("key");

if (field && key) {
  field.value = key;
  history.replaceState(null, "", location.pathname);
  field.form.querySelector("button").focus();
}
