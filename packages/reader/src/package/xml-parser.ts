import { SaxesParser } from "saxes";
import { ParseError } from "../parse-error.ts";

type Scope = Readonly<Record<string, string>>;

const maxPrefixes = 256;
const xml = "http://www.w3.org/XML/1998/namespace";
const xmlns = "http://www.w3.org/2000/xmlns/";

/**
 * A SAX parser with namespaces whose cost does not grow with depth. saxes looks each prefix up in all elements around
 * it, so 500 kB of nested elements take seconds. Here each element knows the prefixes that apply in it. The listener
 * must call `enterElement` at each opening tag and `leaveElement` at each closing tag.
 */
export class ScopedXmlParser extends SaxesParser<{ xmlns: true }> {
  private readonly scopes: Scope[] = [Object.assign(Object.create(null), { xml, xmlns })];
  /** The attributes of the tag that is being read. */
  private declared: Scope = Object.create(null);

  constructor() {
    super({ xmlns: true });
    this.on("opentagstart", ({ ns }) => {
      this.declared = ns;
    });
  }

  /** Mistakes in the XML are passed over. An error object for each of 100,000 would take seconds. */
  override fail(): this {
    return this;
  }

  override resolve(prefix: string): string | undefined {
    return this.declared[prefix] ?? this.scopes.at(-1)?.[prefix];
  }

  /** Throws ParseError when more prefixes apply than any document needs. */
  enterElement(): void {
    const around = this.scopes.at(-1) ?? Object.create(null);
    const own = Object.keys(this.declared).length;
    const scope: Scope = own === 0 ? around : Object.assign(Object.create(null), around, this.declared);
    if (own > 0 && Object.keys(scope).length > maxPrefixes) {
      throw new ParseError(
        `The document is not readable: its XML declares more than ${maxPrefixes} namespaces at once. Save it again in the program that made it and upload that.`,
      );
    }
    this.scopes.push(scope);
  }

  leaveElement(): void {
    this.scopes.pop();
  }
}
