import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { parseHtml } from "./parse-html.ts";

const parse = async (html: string | Uint8Array) => (await parseWith(parseHtml, html, "html")).elements;
const read = async (html: string) => outline(await parse(html));
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("blocks", () => {
  it("reads headings, paragraphs and text that stands directly in the body", async () => {
    expect(
      await read(
        "<h1>Title</h1>Loose text stands here alone.<p>A <b>bold</b>\n   claim is made.</p><div>A <div>nested</div> end</div><h3>Sub</h3>",
      ),
    ).toEqual([
      "Title1: Title",
      "NarrativeText: Loose text stands here alone.",
      "NarrativeText: A bold claim is made.",
      "UncategorizedText: A",
      "UncategorizedText: nested",
      "UncategorizedText: end",
      "Title3: Sub",
    ]);
  });

  it("leaves out links that only give the address of their heading", async () => {
    const html = [
      '<h1>Install<a class="headerlink" href="#install" title="Link to this heading">¶</a></h1>',
      '<h2 id="run"><a href="#run">#</a> First run</h2>',
      '<h3>Limits <a class="anchor-link" href="#limits">Permalink</a></h3>',
      '<h3 id="more">More<a href="#more">»</a></h3>',
      '<h3 id="last">Last<a href="#last">[link]</a></h3>',
      '<h3 id="one"><a href="#one">1.</a> <a href="#one">One</a> <a href="#two">→</a></h3>',
      '<h3><a class="anchor" href="#whole">The whole heading</a></h3>',
      '<dl><dt>open(path)<a href="page.html#open">🔗</a></dt><dd>Opens a file.</dd></dl>',
      '<p>Note <a href="#n1">*</a> and section <a href="#s">§ 3</a>, <a href="#p">¶</a>row <a href="#">#</a> 4.</p>',
    ];
    expect(await read(html.join(""))).toEqual([
      "Title1: Install",
      "Title2: First run",
      "Title3: Limits",
      "Title3: More",
      "Title3: Last",
      "Title3: 1. One →",
      "Title3: The whole heading",
      "ListItem: open(path): Opens a file.",
      "NarrativeText: Note * and section § 3, row # 4.",
    ]);
  });

  it.each([
    ["its declaration", '<?xml version="1.0"?><html>'],
    ["its document type", '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html>'],
    ["its namespace", '<html lang="en" xmlns="http://www.w3.org/1999/xhtml">'],
  ])("reads XML where %s says that it is XML", async (_, start) => {
    const body =
      '<head><title/><script src="a.js"/><style/></head><body><h2>House <b/>rules</h2><textarea/><p>Quiet <a id="x"/>hours <![CDATA[begin at <10> & end]]>.</p><div/><p>After it.</p></body></html>';
    const elements = await parse(start + body);
    expect(outline(elements)).toEqual([
      "Title2: House rules",
      "NarrativeText: Quiet hours begin at <10> & end.",
      "NarrativeText: After it.",
    ]);
    expect(elements[0]?.markdown).toBe("## House rules");
  });

  it("keeps emphasis, links and code in Markdown, and only there", async () => {
    const [element] = await parse(
      '<p>See <a href="https://example.org/a b">the <em>manual</em></a> and <code>x*y</code>, not 2*3*4 or <a href="javascript:alert(1)">this</a>.</p>',
    );
    expect(element?.text).toBe("See the manual and x*y, not 2*3*4 or this.");
    expect(element?.markdown).toBe(
      "See [the *manual*](https://example.org/a%20b) and `x*y`, not 2\\*3\\*4 or this.",
    );
    expect(element?.metadata).toMatchObject({
      link_urls: ["https://example.org/a%20b"],
      link_texts: ["the manual"],
    });
  });

  it("keeps single line breaks and divides paragraphs at double ones", async () => {
    expect(await read("<div>1 High Street<br>York<br><br>It is a very old town.</div>")).toEqual([
      "UncategorizedText: 1 High Street\nYork",
      "NarrativeText: It is a very old town.",
    ]);
  });

  it("leaves out what the page does not show", async () => {
    expect(
      await read(
        '<p>Seen it all.</p><script>x()</script><style>p{}</style><template><p>t</p></template><noscript>n</noscript><p hidden>h</p><p style="display: none">d</p><span aria-hidden="true">a</span><!-- c -->',
      ),
    ).toEqual(["NarrativeText: Seen it all."]);
  });

  it("reads the labels that drawings show", async () => {
    const chart =
      '<svg><title>Icon</title><defs><text>unused</text></defs><g><text x="1">Peak <tspan>42</tspan></text><text><tspan x="0">Quarterly</tspan><tspan x="0" dy="9">budget</tspan></text><text aria-hidden="true">twice</text></g><foreignObject><div>Start here</div></foreignObject></svg>';
    expect(await read(`<p>Before it.</p>${chart}<p>New <svg><text>1.2</text></svg>is out.</p>`)).toEqual([
      "NarrativeText: Before it.",
      "NarrativeText: Peak 42\nQuarterly budget\nStart here",
      "NarrativeText: New 1.2 is out.",
    ]);
  });

  it("decodes entities and composes characters", async () => {
    expect(await read("<p>Fish &amp; chips &#8212; caf&eacute;&nbsp;&lt;b&gt; e&#769;.</p>")).toEqual([
      "NarrativeText: Fish & chips — café <b> é.",
    ]);
  });

  it("reads preformatted text as code, with its language and white space", async () => {
    const [code] = await parse('<pre><code class="language-js">if (a) {\n  b();\n}\n</code></pre>');
    expect(code).toMatchObject({
      type: "CodeSnippet",
      text: "if (a) {\n  b();\n}",
      markdown: "```js\nif (a) {\n  b();\n}\n```",
    });
  });

  it("reads a page that is one long preformatted text as text", async () => {
    const prose =
      "The Congress finds that the following is true of every law that it has made so\nfar, and of those it is going to make in the future.\n\n".repeat(
        8,
      );
    const elements = await parse(`<pre>${prose}</pre>`);
    expect(elements).toHaveLength(8);
    expect(elements.every((element) => element.type === "NarrativeText")).toBe(true);
  });

  it("quotes blockquotes in Markdown", async () => {
    expect((await parse("<blockquote><p>To be or not to be.</p></blockquote>"))[0]?.markdown).toBe(
      "> To be or not to be.",
    );
  });

  it("reads bold lines as headings when a page has almost no heading tags", async () => {
    expect(await read("<p><b>Risk Factors</b></p><p>There are many of them indeed.</p>")).toEqual([
      "Title3: Risk Factors",
      "NarrativeText: There are many of them indeed.",
    ]);
  });
});

describe("lists", () => {
  it("reads nested lists with depth and numbers", async () => {
    const elements = await parse(
      '<ol start="3"><li>Three<ul><li>Bullet</li></ul></li><li value="9">Nine<p>More on nine, at length.</p></li><li>Ten</li></ol>',
    );
    expect(outline(elements)).toEqual([
      "ListItem: Three",
      "ListItem: Bullet",
      "ListItem: Nine",
      "NarrativeText: More on nine, at length.",
      "ListItem: Ten",
    ]);
    expect(elements.map((element) => element.markdown)).toEqual([
      "3. Three",
      "  - Bullet",
      "9. Nine",
      "More on nine, at length.",
      "10. Ten",
    ]);
  });

  it("puts the term before its definition", async () => {
    expect(
      await read(
        "<dl><dt>Coffee</dt><dd>Black drink</dd><dt>Tea</dt><dd><p>Green drink</p><p>Or black.</p></dd><dt>Water</dt></dl>",
      ),
    ).toEqual([
      "ListItem: Coffee: Black drink",
      "ListItem: Tea: Green drink",
      "NarrativeText: Or black.",
      "ListItem: Water",
    ]);
  });
});

describe("tables", () => {
  it("reads heads, spans and captions", async () => {
    const elements = await parse(
      "<table><caption>Prices</caption><thead><tr><th>Item<th>Price</thead><tr><td rowspan=2>Apple<td>1 €<tr><td>2 €</table>",
    );
    expect(outline(elements)).toEqual([
      "FigureCaption: Prices",
      "Table: Item: Apple | Price: 1 €\nItem: Apple | Price: 2 €",
    ]);
    expect(elements[1]?.html).toBe(
      '<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody><tr><td rowspan="2">Apple</td><td>1 €</td></tr><tr><td>2 €</td></tr></tbody></table>',
    );
  });

  it("takes a title across the table for no heading, and ends spans with their group of rows", async () => {
    const table =
      "<table><tr><th colspan=3>Stock of 3 May</th></tr><tr><td>SKU</td><td>Pieces</td><td>Note</td></tr><tr><td rowspan=0>00071</td><td>1.250,5</td><td>a</td></tr><tr><td>7</td><td>b</td></tr><tfoot><tr><td>Sum</td><td>9</td><td>c</td></tr></tfoot></table>";
    const [found] = await parse(table);
    expect(found?.text.split("\n")).toEqual([
      "Stock of 3 May",
      "SKU: 00071 | Pieces: 1.250,5 | Note: a",
      "SKU: 00071 | Pieces: 7 | Note: b",
      "SKU: Sum | Pieces: 9 | Note: c",
    ]);
  });

  it("reads code beside its line numbers as code", async () => {
    const sphinx =
      "<table><tr><td><pre>1\n2</pre></td><td><pre>def f():\n    return 42</pre></td></tr></table>";
    const line = (number: number, code: string) =>
      `<tr><td data-line-number="${number}"></td><td class="blob-code">${code}</td></tr>`;
    const byLines = `<table>${line(7, "for a in b:")}${line(8, "    print(a)")}</table>`;
    const steps = "<table><tr><td>1</td><td>Mix</td></tr><tr><td>2</td><td>Pour</td></tr></table>";
    const codes =
      '<table><tr><td>4</td><td class="code">four</td></tr><tr><td>7</td><td class="code">seven</td></tr></table>';
    expect(await read(codes)).toEqual(["Table: 4: four\n7: seven"]);
    expect(await read(sphinx + byLines + steps)).toEqual([
      "CodeSnippet: def f():\n    return 42",
      "CodeSnippet: for a in b:\n    print(a)",
      "Table: 1: Mix\n2: Pour",
    ]);
  });

  it("reads grids of applications as the tables that their roles make them", async () => {
    const row = (role: string, ...texts: string[]) =>
      `<div role="row">${texts.map((text) => `<span role="${role}">${text}</span>`).join("")}</div>`;
    const rows =
      row("columnheader", "Port", "Depth") + row("gridcell", "Ystad", "7 m") + row("cell", "Kiel", "9 m");
    expect(await read(`<div role="grid"><div role="rowgroup">${rows}</div></div>`)).toEqual([
      "Table: Port: Ystad | Depth: 7 m\nPort: Kiel | Depth: 9 m",
    ]);
    expect(await read(`<div role="grid">Ports ${rows}</div>`)).toContain("UncategorizedText: Ports");
  });

  it("leaves numbers of lines out of code", async () => {
    const line = (number: number, code: string) => `<span class="ln">${number}</span>${code}\n`;
    const html = `<pre><code>${line(1, "let a = 1;")}${line(2, "  a += 2;")}<span class="ln">x</span>9</code></pre>`;
    expect(await read(html)).toEqual(["CodeSnippet: let a = 1;\n  a += 2;\nx9"]);
  });

  it("keeps a box apart from the label before it", async () => {
    const html = "<label><input type=checkbox checked> meal</label><label><input type=checkbox> pet</label>";
    expect(await read(html)).toEqual(["UncategorizedText: ☒ meal ☐ pet"]);
  });

  it("keeps buttons beside each other apart", async () => {
    expect(await read("<p><button>Save</button><button>Close</button></p>")).toEqual([
      "UncategorizedText: Save Close",
    ]);
  });

  it("reads headings on the left as keys", async () => {
    expect(await read("<table><tr><th>Height<td>2 m</tr><tr><th>Width<td>1 m</tr></table>")).toEqual([
      "Table: Height: 2 m\nWidth: 1 m",
    ]);
  });

  it("does not read a row label that spans rows as a column heading", async () => {
    const [table] = await parse(
      "<table><tr><th>Year<th>Month<th>Cost</tr><tr><th rowspan=3>2025</th></tr><tr><td>May<td>3</tr><tr><td>June<td>4</tr></table>",
    );
    expect(table?.text).toBe("Year: 2025 | Month: May | Cost: 3\nYear: 2025 | Month: June | Cost: 4");
  });

  it("reads blocks, lists and tables inside a cell as its lines", async () => {
    const [table] = await parse(
      "<table><tr><th>A<th>B</tr><tr><td><p>one</p><p>two</p><td><ul><li>x<li>y</ul></tr><tr><td>3<td><table><tr><td>k<td>v</table></tr></table>",
    );
    expect(table?.html).toContain("<td>one<br>two</td><td>- x<br>- y</td>");
    expect(table?.text).toBe("A: one two | B: - x - y\nA: 3 | B: k: v");
  });

  it("reads tables that only arrange the page as blocks", async () => {
    const layout =
      '<table role="presentation"><tr><td><h2>News</h2><td><p>It rains again today.</p></table><table><tr><td>Alone in a cell, it is prose.</table>';
    expect(await read(layout)).toEqual([
      "Title2: News",
      "NarrativeText: It rains again today.",
      "NarrativeText: Alone in a cell, it is prose.",
    ]);
  });

  it("puts none of the author's markup into html", async () => {
    const [table] = await parse(
      '<table onclick="x()"><tr><th class=a>A<th>B<tr><td style="x">&lt;script&gt;<td><img src=x onerror=y alt=pic></table>',
    );
    expect(table?.html).toBe(
      "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>&lt;script&gt;</td><td>pic</td></tr></tbody></table>",
    );
  });
});

describe("headers, footers and navigation", () => {
  it("marks headers and footers, and gathers navigation into one element", async () => {
    const elements = await parse(
      "<header>My Site<nav><ul><li><a href=/a>Home</a><li><a href=/b>About</a></ul></nav></header><main><h1>News</h1><article><header>By Jane Doe, today</header>It happened.</article></main><footer><p>© 2024</p></footer>",
    );
    expect(outline(elements)).toEqual([
      "Header: My Site",
      "Header: Home | About",
      "Title1: News",
      "UncategorizedText: By Jane Doe, today",
      "NarrativeText: It happened.",
      "Footer: © 2024",
    ]);
    expect(elements[1]?.metadata).toMatchObject({ region: "header", link_urls: ["/a", "/b"] });
  });
});

describe("pictures, forms, formulas", () => {
  it("reads pictures with their descriptions, and keeps embedded ones", async () => {
    const elements = await parse(
      `<figure><img alt="A chart" src="data:image/png;base64,${PNG}"><figcaption>Figure 1: growth</figcaption></figure><img src=spacer.gif><img alt=Remote src=https://example.org/x.png>`,
    );
    expect(outline(elements)).toEqual(["Image: A chart", "FigureCaption: Figure 1: growth", "Image: Remote"]);
    expect(elements[0]?.imageBase64).toBe(PNG);
    expect(elements[2]).toMatchObject({
      markdown: "![Remote](https://example.org/x.png)",
      metadata: { image_url: "https://example.org/x.png" },
    });
  });

  it("reads form fields with their labels", async () => {
    expect(
      await read(
        "<form><p><label>Name</label> <input value='Jane Doe'></p><p>Size <select><option>S<option selected>M</select></p><p><input type=checkbox checked> I agree</p><input type=hidden value=secret><input type=password value=secret></form>",
      ),
    ).toEqual([
      "UncategorizedText: Name: Jane Doe",
      "UncategorizedText: Size: M",
      "UncategorizedText: ☒ I agree",
    ]);
  });

  it("reads MathML as formulas", async () => {
    const [formula, inline] = await parse(
      "<math display=block><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><msup><mi>b</mi><mn>2</mn></msup></mfrac></math><p>where <math><msqrt><mi>y</mi></msqrt></math> is small.</p>",
    );
    expect(formula).toMatchObject({
      type: "Formula",
      text: "x = (a + 1)/(b^2)",
      markdown: "$$x=\\frac{a+1}{b^{2}}$$",
    });
    expect(inline).toMatchObject({ text: "where √y is small.", markdown: "where $\\sqrt{y}$ is small." });
  });

  it("writes powers so that they do not read as other numbers", async () => {
    expect(await read("<p>About 10<sup>3</sup> people came<sup>1</sup>.</p>")).toEqual([
      "NarrativeText: About 10^3 people came1.",
    ]);
  });
});

describe("files", () => {
  it.each([
    ['<meta charset="shift_jis"><p>日本語のページです。</p>', "cp932"],
    [
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2"><p>Zażółć gęślą jaźń.</p>',
      "iso-8859-2",
    ],
    ["<p>Déjà vu à Paris.</p>", "windows-1252"],
    ["<p>Déjà vu à Paris.</p>", "utf-16le"],
  ])("decodes %s", async (html, charset) => {
    expect(outline(await parse(iconv.encode(html, charset)))).toEqual([
      `NarrativeText: ${/<p>(.*)<\/p>/.exec(html)?.[1]}`,
    ]);
  });

  it("keeps title and language of the page as metadata", async () => {
    const [first] = await parse(
      '<html lang="de"><title> Der  Titel </title><p>Ein kurzer Satz steht hier.</p>',
    );
    expect(first?.metadata).toEqual({ document_title: "Der Titel", languages: ["de"] });
  });

  it.each([
    ["", /empty/],
    ["<html><body><script>render()</script></body></html>", /no text/],
  ])("refuses %j", async (html, reason) => {
    await expect(parse(html)).rejects.toThrow(reason);
  });

  it("reads very deep nesting in linear time and with all its text", async () => {
    for (const tag of ["div", "b", "table><tr><td", "ul><li", "blockquote", "span"]) {
      const elements = await parse(`${`<${tag}>x `.repeat(20_000)}end`);
      expect(elements.map((element) => element.text).join(" ")).toContain("end");
    }
  });

  it("reads markup that multiplies itself in browsers", async () => {
    const bomb =
      Array.from({ length: 300 }, (_, index) => `<b id=${index}>`).join("") + "<p>word".repeat(5_000);
    expect(await parse(bomb)).toHaveLength(5_000);
  });
});
