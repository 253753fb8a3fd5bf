// Server-sent events, read from a stream as they come. (EventSource hides why it failed, and that it has gone silent.)

function parse(block) {
  const event = { name: "message", data: "", id: "" };
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") event.name = value;
    if (field === "data") event.data += value;
    if (field === "id") event.id = value;
  }
  return event;
}

// What `promise` gives, unless that takes longer than `ms`.
function within(promise, ms) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error("silent")), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// The events of a body; ends with it, and fails when nothing at all was heard for `silence` milliseconds.
export async function* eventsOf(body, silence) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silence);
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop();
      yield* blocks.map(parse);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
