import { describe, expect, it } from "vitest";
import { outline } from "../../../../testing/fixtures/parse.ts";
import { article, articleHead, page, sentences } from "../../../../testing/fixtures/web-pages.ts";
import type { ParsedElement } from "../../../element.ts";
import { readDocument } from "../../../read-document.ts";

const url = "https://harbour.example/tides/today?from=mail";

async function read(html: string, address: string | undefined = url): Promise<ParsedElement[]> {
  const elements: ParsedElement[] = [];
  const bytes = new TextEncoder().encode(html);
  const webPage = address === "" ? undefined : { url: address };
  for await (const part of readDocument({ bytes, extension: "html", webPage }))
    if (part.kind === "elements") elements.push(...part.elements);
  return elements;
}

const textOf = async (html: string) => (await read(html)).map(({ text }) => text).join("\n");

describe("an article", () => {
  it("is read without what stands around it", async () => {
    const lines = outline(await read(article)).map((line) => line.split(". ")[0]);
    expect(lines).toEqual([
      "Title1: The tide came early",
      "NarrativeText: Boats lay on the mud at noon",
      "Image: Mud",
      "FigureCaption: Boats on the mud.",
      "Title2: What was measured",
      "Table: Hour: 8 | Metres: 1.2\nHour: 9 | Metres: 0.4",
      "NarrativeText: Moor says the gauge was right",
      expect.stringMatching(/^CodeSnippet: height = read/),
      "ListItem: Bring boots.",
      "ListItem: Mind the ropes.",
      expect.stringMatching(/^NarrativeText: The mud was measured for the 1/),
      "FigureCaption: The harbour in 1905.",
    ]);
  });

  it("states its facts in the metadata of its title", async () => {
    const [title] = await read(article);
    expect(title?.metadata).toEqual({
      document_title: "The tide came early",
      byline: "Ada Moor, Ben Pier",
      published: "2024-03-05T08:00:00Z",
      last_modified: "2024-03-06",
      site_name: "The Harbour Post",
      languages: ["en-GB"],
      canonical_url: "https://harbour.example/tides/early",
    });
  });

  it("has absolute links and pictures, from the page's base when it names one", async () => {
    const linksOf = async (html: string) =>
      (await read(html))
        .flatMap(({ metadata }) => [metadata?.link_urls, metadata?.image_url].flat())
        .filter(Boolean);
    expect(await linksOf(article)).toEqual([
      "https://harbour.example/noon",
      "https://harbour.example/mud.jpg",
      "https://harbour.example/tides/ropes.html",
    ]);
    const based = article.replace("<head>", '<head><base href="https://cdn.example/a/">');
    expect(await linksOf(based)).toContain("https://cdn.example/a/ropes.html");
  });

  it("is read whole when it is an uploaded file", async () => {
    const lines = outline(await read(article, ""));
    expect(lines.join("\n")).toContain("All rights reserved.");
    expect(lines.join("\n")).toContain("We use cookies");
  });

  it("takes its facts from its markup when it has no structured data", async () => {
    const [title] = await read(
      page(
        `<article><h1>Low water</h1><span class="author">By Cy Quay</span><time datetime="2023-01-02">2 Jan</time><p>${sentences("water", 6)}</p></article>`,
        "<title>Low water - The Harbour Post</title>",
      ),
    );
    expect(title).toMatchObject({ type: "Title", text: "Low water" });
    expect(title?.metadata).toMatchObject({ byline: "Cy Quay", published: "2023-01-02", canonical_url: url });
  });

  it("does not take the site's name for its title", async () => {
    const [title] = await read(
      page(
        `<h1>The Harbour Post</h1><h2>Low water</h2><p>${sentences("water", 6)}</p>`,
        '<title>Low water | The Harbour Post</title><meta property="og:title" content="Low water"><meta property="og:site_name" content="The Harbour Post">',
      ),
    );
    expect(title?.text).toBe("Low water");
  });

  it("takes its heading for its title, where the structured data has a description instead", async () => {
    const [title] = await read(
      page(
        `<h1>Tide</h1><p>${sentences("water", 6)}</p>`,
        '<title>Tide - Harbour Lexicon</title><script type="application/ld+json">{"@type":"Article","headline":"rise and fall of the sea"}</script>',
      ),
    );
    expect(title?.text).toBe("Tide");
  });

  it("keeps an article that is cut into several blocks, in a table that lays out the page, or in Chinese", async () => {
    const parts = ["gull", "rope", "net"].map(
      (topic) => `<div class="part"><p>${sentences(topic, 4)}</p></div>`,
    );
    expect(await textOf(page(`<div>${parts.join("")}</div>`, articleHead))).toMatch(
      /gull[\s\S]*rope[\s\S]*net/,
    );
    const table = `<table><tr><td><a href="/a">News</a><br><a href="/b">Boats</a></td><td><p>${sentences("gull", 4)}</p><p>${sentences("net", 4)}</p></td></tr></table>`;
    const inTable = await textOf(page(table, articleHead));
    expect(inTable).toMatch(/gull[\s\S]*net/);
    expect(inTable).not.toContain("News");
    const chinese = "潮水比往常来得早，船都停在泥里。人们站在岸边，看着水慢慢退去。".repeat(10);
    expect(await textOf(page(`<div><p>${chinese}</p></div>`, "<title>潮水</title>"))).toContain(chinese);
  });

  it("is read without cards that announce other stories, also where they stand inside it", async () => {
    const cards = ["Gulls", "Ropes", "Nets"].map(
      (name) => `<li><h4><a href="/${name}">${name} of the harbour</a></h4><p>${sentences(name, 2)}</p></li>`,
    );
    const text = await textOf(
      page(
        `<article><p>${sentences("tide", 5)}</p><ul>${cards.join("")}</ul><p>${sentences("mud", 5)}</p></article>`,
        articleHead,
      ),
    );
    expect(text).toMatch(/tide was measured[\s\S]*mud was measured/);
    expect(text).not.toContain("of the harbour");
  });

  it("keeps what its sentences hold, whatever its name, and lines that are links among them", async () => {
    const text = await textOf(
      page(
        `<article><p>${sentences("tide", 5)} The <a class="tag" href="/t">spring tide</a> was <span class="social">high</span>.</p>
        <h3><a href="/shop/gauge">A gauge of brass</a></h3><p>${sentences("gauge", 4)}</p><p><a href="/shop">Order it from the maker for 40 pounds</a></p></article>`,
        articleHead,
      ),
    );
    expect(text).toContain("The spring tide was high.");
    expect(text).toContain("A gauge of brass");
    expect(text).toContain("Order it from the maker for 40 pounds");
  });
});

describe("other kinds of pages keep their content", () => {
  it("lists of links", async () => {
    const names = ["Gulls of the north", "Ropes and knots", "Nets for herring", "Buoys by colour"];
    const list = `<main><h1>All stories</h1><ul>${names.map((name) => `<li><a href="/x">${name}</a></li>`).join("")}</ul></main>`;
    const text = await textOf(page(list));
    for (const name of names) expect(text).toContain(name);
    const withIntroduction = await textOf(
      page(
        `<main><p>${sentences("list", 5)}</p><ul>${Array.from({ length: 40 }, (_, index) => `<li><a href="/${index}">The story of boat ${index}</a></li>`).join("")}</ul></main>`,
        articleHead,
      ),
    );
    expect(withIntroduction).toContain("The story of boat 39");
  });

  it("a datasheet of tables, of which none holds most", async () => {
    const table = (name: string) =>
      `<center><table><tr><th>Property</th><th>Value</th></tr>${[1, 2, 3].map((index) => `<tr><td>${name} number ${index} of this steel</td><td>${index}</td></tr>`).join("")}</table></center>`;
    const text = await textOf(
      page(
        `<h2>SNB22-3</h2><center>${table("Carbon")}${table("Strength")}</center><div>${table("Grade")}</div>`,
      ),
    );
    for (const name of ["Carbon number 3", "Strength number 3", "Grade number 3"])
      expect(text).toContain(name);
  });

  it("a directory with a few words about itself", async () => {
    const names = Array.from(
      { length: 60 },
      (_, index) => `<li><a href="/${index}">Harbour number ${index}</a></li>`,
    );
    const text = await textOf(
      page(
        `<div class="about"><p>${sentences("directory", 5)}</p></div><div class="list"><ul>${names.join("")}</ul></div>`,
      ),
    );
    expect(text).toContain("Harbour number 59");
  });

  it("front pages of cards", async () => {
    const cards = ["Gulls", "Ropes", "Nets", "Buoys"].map(
      (name) =>
        `<article><h2><a href="/${name}">${name} today</a></h2><p>${sentences(name, 2)}</p></article>`,
    );
    const text = await textOf(page(`<main><h1>Today</h1><div class="grid">${cards.join("")}</div></main>`));
    for (const name of ["Gulls", "Ropes", "Nets", "Buoys"]) expect(text).toContain(`${name} today`);
  });

  it("documentation: code, definitions and tables, without the list of chapters", async () => {
    const text = await textOf(
      page(`<div class="container"><div class="sidebar"><ul><li><a href="/1">Chapter one</a></li><li><a href="/2">Chapter two</a></li></ul></div>
        <div class="content"><h1>open(path)</h1><p>Opens a gauge.</p><pre>const gauge = open("/dev/gauge");\nawait gauge.read();</pre>
        <dl><dt>path</dt><dd>where the gauge is mounted in the file system</dd><dt>mode</dt><dd>how it is opened: for reading, or for both</dd></dl>
        <table><tr><th>Code</th><th>Meaning</th></tr><tr><td>ENOENT</td><td>there is no gauge at that path</td></tr><tr><td>EBUSY</td><td>someone else holds the gauge</td></tr></table>
        <h2>See also</h2><ul><li><a href="/close">close(gauge)</a></li></ul></div></div>`),
    );
    for (const part of [
      "open(path)",
      "gauge.read()",
      "path: where the gauge",
      "mode: how it",
      "EBUSY",
      "close(gauge)",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("Chapter one");
  });

  it("forums, whose posts are named comments", async () => {
    const posts = ["mast", "keel", "oar"].map(
      (topic) =>
        `<div class="comment"><span class="author">${topic}-man</span><p>${sentences(topic, 3)}</p></div>`,
    );
    const text = await textOf(page(`<h1>My boat leaks</h1><div id="thread">${posts.join("")}</div>`));
    for (const topic of ["mast", "keel", "oar"]) expect(text).toContain(`The ${topic} was measured`);
  });

  it("a question with answers, which are more than the question", async () => {
    const answers = ["pitch", "tar"].map(
      (topic) => `<div class="answer reply"><p>${sentences(topic, 5)}</p></div>`,
    );
    const text = await textOf(
      page(
        `<h1>What stops a leak?</h1><div class="question"><p>${sentences("leak", 5)}</p></div>${answers.join("")}`,
        '<title>What stops a leak?</title><script type="application/ld+json">{"@type":"QAPage","mainEntity":{"@type":"Question"}}</script>',
      ),
    );
    for (const topic of ["leak", "pitch", "tar"]) expect(text).toContain(`The ${topic} was measured`);
  });

  it("pages that are one table, one listing or a few lines", async () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => `<tr><td>Boat ${index} of the herring fleet</td><td>${index * 7} t</td></tr>`,
    );
    const table = `<table><tr><th>Name</th><th>Weight in the harbour</th></tr>${rows.join("")}</table>`;
    const elements = await read(page(`<h1>Boats</h1>${table}`));
    expect(elements.map(({ type }) => type)).toEqual(["Title", "Title", "Table"]);
    expect(elements[2]?.text).toContain("Boat 29");
    expect(await textOf(page("<pre>int main(void) {\n  return 0;\n}</pre>"))).toContain("return 0;");
    expect(
      await textOf(page("<main><h1>Contact</h1><p>Pier 4, Harbour Lane</p><p>Phone 0123</p></main>")),
    ).toContain("Pier 4, Harbour Lane");
  });

  it("the menu of a restaurant, and boxes that cut what flows over", async () => {
    const dishes = ["soup", "cod", "cake"].map(
      (dish) =>
        `<div class="menu-section overflow-hidden"><h2>${dish}</h2><p>${sentences(dish, 2)}</p></div>`,
    );
    const text = await textOf(page(`<h1>What we serve</h1><div class="food">${dishes.join("")}</div>`));
    for (const dish of ["soup", "cod", "cake"]) expect(text).toContain(`The ${dish} was measured`);
    expect(text).not.toContain("Tides");
  });

  it("recipes and shops", async () => {
    const text = await textOf(
      page(
        `<div><h1>Fish soup</h1><ul class="ingredients"><li>2 onions, cut small</li><li>1 kg of cod</li></ul><ol><li>${sentences("pot", 2)}</li><li>${sentences("cod", 2)}</li></ol></div>
        <div class="specs"><table><tr><td>Serves</td><td>four hungry sailors</td></tr></table></div>`,
      ),
    );
    for (const part of ["2 onions", "1 kg of cod", "The cod was measured"]) expect(text).toContain(part);
  });

  it("pages whose author put all of it into a form or a box with a name of other parts", async () => {
    for (const [open, close] of [
      ['<form action="/">', "</form>"],
      ['<div class="sidebar-layout menu related">', "</div>"],
    ])
      expect(await textOf(page(`${open}<p>${sentences("tide", 6)}</p>${close}`))).toContain(
        "The tide was measured",
      );
  });
});

describe("notices about cookies", () => {
  const notice = `<div id="cookie-consent"><p>${sentences("cookie", 20)}</p></div>`;

  it("are left out, also when they are longer than the page", async () => {
    expect(await textOf(page(`${notice}<p>${sentences("tide", 4)}</p>`))).not.toContain(
      "cookie was measured",
    );
  });

  it("are not taken for what a page about cookies says", async () => {
    const post = `<div class="post tag-cookie"><h1>Cookies of the coast</h1><p>${sentences("cookie", 6)}</p></div>`;
    const text = await textOf(page(post));
    expect(text).toContain("cookie was measured");
    expect(text).not.toContain("is printed twice a week");
  });
});

describe("broken and empty pages", () => {
  it("says that a page without text is filled in by scripts", async () => {
    await expect(read('<title>App</title><div id="root"></div><script>start()</script>')).rejects.toThrow(
      /contains no text/,
    );
  });

  it("reads a page whose structured data, canonical address and dates are broken", async () => {
    const [title] = await read(
      page(
        `<h1>Low water</h1><p>${sentences("water", 6)}</p>`,
        `<title>Low water</title><script type="application/ld+json">{"@type":"Article",</script><script type="application/ld+json">[null,3,{"@type":["Article"],"author":[[[]],null,7],"datePublished":"yesterday","dateModified":"0001-01-01T00:00:00Z","headline":{}}]</script>
        <link rel="canonical" href="http://[">`,
      ),
    );
    expect(title?.text).toBe("Low water");
    expect(title?.metadata).toEqual({
      document_title: "Low water",
      languages: ["en-GB"],
      canonical_url: url,
    });
  });
});
