// Sets a field that is awkward to type into, such as a date, and tells the page as the browser's own picker would.
const [field, value] = arguments;
field.value = value;
field.dispatchEvent(new Event('input', { bubbles: true }));
field.dispatchEvent(new Event('change', { bubbles: true }));
