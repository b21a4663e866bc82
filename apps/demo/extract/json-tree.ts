/** A JSON value with its position: offsets into the text, `end` exclusive. */
export type JsonNode = { start: number; end: number } & (
  | { kind: "object"; members: JsonMember[] }
  | { kind: "array"; items: JsonNode[] }
  | { kind: "string"; value: string }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "null" }
);
export type JsonMember = { key: JsonNode & { kind: "string" }; value: JsonNode };
export type JsonProblem = { start: number; end: number; message: string };

/** Maximum nesting depth. It limits the recursion of the parser. */
const deepest = 64;

class Stop extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Parses JSON (RFC 8259) and keeps the position of every value. For invalid JSON it returns the first mistake in words.
 */
export function readJson(text: string): { node: JsonNode } | { problem: JsonProblem } {
  try {
    return { node: new Reader(text).document() };
  } catch (error) {
    if (error instanceof Stop) return { problem: error.problem };
    throw error;
  }
}

class Reader {
  private readonly text: string;
  private at = 0;
  constructor(text: string) {
    this.text = text;
  }

  document(): JsonNode {
    this.space();
    if (this.at >= this.text.length) this.stop("Nothing is written here yet.");
    const node = this.value(0);
    this.space();
    if (this.at < this.text.length) this.stop(`${this.seen()} stands after the end.`);
    return node;
  }

  private value(depth: number): JsonNode {
    if (depth > deepest) this.stop(`More than ${deepest} levels.`);
    const start = this.at;
    switch (this.text[start]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.string();
    }
    const word = /[-+\w.$]+/y;
    word.lastIndex = start;
    const token = word.exec(this.text)?.[0];
    if (token === undefined)
      return this.stop(
        start < this.text.length ? `${this.seen()} is not a value.` : "A value is missing at the end.",
      );
    this.at += token.length;
    const place = { start, end: this.at };
    if (token === "true" || token === "false") return { kind: "boolean", value: token === "true", ...place };
    if (token === "null") return { kind: "null", ...place };
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(token))
      return { kind: "number", value: Number(token), ...place };
    throw new Stop({ ...place, message: `${token} is not a value. Words stand in double quotes.` });
  }

  private object(depth: number): JsonNode {
    const start = this.at;
    const members: JsonMember[] = [];
    this.at += 1;
    this.space();
    if (this.take("}")) return { kind: "object", members, start, end: this.at };
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') {
        this.stop(
          this.text[this.at] === "}"
            ? "The comma before } is one too many."
            : this.at < this.text.length
              ? `A name in double quotes is missing before ${this.seen()}.`
              : "A closing } is missing.",
        );
      }
      const key = this.string();
      this.space();
      if (!this.take(":")) this.stop(`A colon is missing after "${key.value}".`);
      this.space();
      members.push({ key, value: this.value(depth + 1) });
      this.space();
      if (this.take("}")) return { kind: "object", members, start, end: this.at };
      if (!this.take(","))
        this.stop(
          this.at < this.text.length
            ? `A comma is missing before ${this.seen()}.`
            : "A closing } is missing.",
        );
    }
  }

  private array(depth: number): JsonNode {
    const start = this.at;
    const items: JsonNode[] = [];
    this.at += 1;
    this.space();
    if (this.take("]")) return { kind: "array", items, start, end: this.at };
    for (;;) {
      this.space();
      if (this.text[this.at] === "]") this.stop("The comma before ] is one too many.");
      items.push(this.value(depth + 1));
      this.space();
      if (this.take("]")) return { kind: "array", items, start, end: this.at };
      if (!this.take(","))
        this.stop(
          this.at < this.text.length
            ? `A comma is missing before ${this.seen()}.`
            : "A closing ] is missing.",
        );
    }
  }

  private string(): JsonNode & { kind: "string" } {
    const start = this.at;
    for (let end = start + 1; end < this.text.length && this.text[end] !== "\n"; end += 1) {
      if (this.text[end] === "\\") end += 1;
      else if (this.text[end] === '"') {
        this.at = end + 1;
        return { kind: "string", value: this.decoded(start, end + 1), start, end: end + 1 };
      }
    }
    const lineEnd = this.text.indexOf("\n", start);
    throw new Stop({
      start,
      end: lineEnd < 0 ? this.text.length : lineEnd,
      message: "A closing quotation mark is missing.",
    });
  }

  private decoded(start: number, end: number): string {
    try {
      return JSON.parse(this.text.slice(start, end)) as string;
    } catch {
      throw new Stop({
        start,
        end,
        message: "A backslash in these quotes means nothing. Write \\\\ for one.",
      });
    }
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? "")) this.at += 1;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  /** Names what is at a position, for a message. */
  private seen(): string {
    return /"(?:[^"\\\n]|\\.)*"|[\w.$-]+|./suy.exec(this.text.slice(this.at))?.[0].slice(0, 40) ?? "";
  }

  /** The position of a mistake: the current character, or at the end of the text the last one that is not a space. */
  private stop(message: string): never {
    const start = this.at < this.text.length ? this.at : Math.max(0, this.text.trimEnd().length - 1);
    throw new Stop({ start, end: start + 1, message });
  }
}
