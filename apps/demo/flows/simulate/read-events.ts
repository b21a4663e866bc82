export type ServerEvent = { event: string; data: string };

/** Maximum length of one event in characters; a service that sends more is not ours. */
const maxEventLength = 8_388_608;

/** Reads server-sent events as they arrive. A comment or an event without data is left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, void> {
  let rest = "";
  for await (const piece of piecesOf(body)) {
    const blocks = (rest + piece).replace(/\r\n?/g, "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    if (rest.length > maxEventLength) throw new Error("The service sent an event that is too long.");
    for (const block of blocks) {
      const event = readBlock(block);
      if (event) yield event;
    }
  }
}

/** WebKit cannot iterate over a stream itself. Leaving the loop ends the connection. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Do not await it: a body that hangs would hang the reader too. No caller is left to handle its error.
    reader.cancel().catch(() => {});
  }
}

function readBlock(block: string): ServerEvent | undefined {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
  return data.length > 0 ? { event, data: data.join("\n") } : undefined;
}
