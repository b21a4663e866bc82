import { describe, expect, it } from "vitest";
import { page, sentences } from "../../../../testing/fixtures/web-pages.ts";
import { readDocument } from "../../../read-document.ts";

async function textOf(html: string, url = "https://boats.example/"): Promise<string> {
  const bytes = new TextEncoder().encode(html);
  const lines: string[] = [];
  for await (const part of readDocument({ bytes, extension: "html", webPage: { url } }))
    if (part.kind === "elements") lines.push(...part.elements.map(({ text }) => text));
  return lines.join("\n");
}

const thread = "https://boats.example/threads/leaks.12/";

/** A post as XenForo writes it. */
const post = (author: string, text: string, signature = "") =>
  `<article class="message"><div class="message-inner"><div class="message-cell message-cell--user"><h4 class="message-name"><a href="/u/${author}">${author}</a></h4><dl><dt>Joined</dt><dd>3 May 2011</dd></dl></div>
   <div class="message-cell message-cell--main"><header class="message-attribution">Today at 9:40</header><div class="message-userContent"><div class="bbWrapper">${text}</div></div>
   <div class="message-signature">${signature}</div><footer class="message-footer"><a href="/like">Like</a> <a href="/reply">Reply</a></footer></div></div></article>`;

const forum = (posts: string[], head = "") =>
  `<html id="XF"><head><title>Leaks</title>${head}</head><body><h1>Leaks</h1>${posts.join("")}</body></html>`;

describe("a thread", () => {
  const posts = [
    post("ada", `<p>${sentences("keel", 6)}</p>`, "A boat is a hole in the water"),
    post("ben", "<p>Try hemp and tar</p>"),
    post("cleo", "<p>That worked</p>", "Wet side out"),
  ];

  it("is read with its posts, the short ones too", async () => {
    const text = await textOf(forum(posts), thread);
    for (const part of ["The keel was measured", "Try hemp and tar", "That worked"])
      expect(text).toContain(part);
  });

  it("is read without what the forum puts around each post", async () => {
    const text = await textOf(forum(posts), thread);
    for (const part of ["Joined", "Today at 9:40", "hole in the water", "Wet side out", "Like"])
      expect(text).not.toContain(part);
  });

  it("is known by its data where it names no software", async () => {
    const data = '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>';
    const text = await textOf(
      page(`<h1>Leaks</h1>${posts.join("")}`, `<title>Leaks</title>${data}`),
      "https://boats.example/leaks",
    );
    expect(text).toContain("Try hemp and tar");
    expect(text).not.toContain("Wet side out");
  });

  it("stays one when it declares itself an article and its posts look like a list of stories", async () => {
    const entries = ["mast", "oar", "hull", "rope"].map(
      (topic) =>
        `<li><h3 class="userText"><a href="/u/${topic}">${topic}-man</a></h3><p>${sentences(topic, 4)}</p></li>`,
    );
    const declared = '<meta property="og:type" content="article">';
    const text = await textOf(forum([`<ol>${entries.join("")}</ol>`], declared), thread);
    for (const topic of ["mast", "oar", "hull", "rope"]) expect(text).toContain(`The ${topic} was measured`);
  });

  it("is read without quotes of its own posts, but with quotes of others", async () => {
    const quoting = (words: string) => `<blockquote>ada said: <p>${words}</p></blockquote>`;
    const own = sentences("keel", 6);
    const text = await textOf(
      forum(
        [
          post("ada", `<p>${own}</p>`),
          post("ben", `${quoting(own)}<p>I doubt it</p>`),
          post("cleo", `${quoting("On the first page somebody measured the rudder.")}<p>So did I</p>`),
        ],
        "",
      ),
      thread,
    );
    expect(text.split(own)).toHaveLength(2);
    expect(text).toContain("somebody measured the rudder");
    expect(text).toContain("I doubt it");
  });
});

describe("a page that is not an article", () => {
  it("is read with what stands under its headline, though its reviews are longer", async () => {
    const reviews = ["mast", "oar", "hull"].map((topic) => `<p>${sentences(topic, 8)}</p>`).join("");
    const text = await textOf(
      page(
        `<div class="shop"><div class="product"><h1>Brass lamp</h1><p>${sentences("lamp", 5)}</p></div><div class="opinions">${reviews}</div></div>`,
        "<title>Brass lamp</title>",
      ),
    );
    expect(text).toContain("The lamp was measured");
    expect(text).toContain("The oar was measured");
  });

  it("is read once where it holds its entries for wide and for narrow windows", async () => {
    const tiles = ["Hemp rope", "Manila rope", "Dock line"]
      .map((name, index) => `<div><h2>${name}</h2><p>£${index + 2}.50</p></div>`)
      .join("");
    const text = await textOf(
      page(
        `<h1>Rope</h1><p>${sentences("rope", 5)}</p><div class="wide">${tiles}</div><div class="narrow">${tiles}</div>`,
        "<title>Rope</title>",
      ),
    );
    expect(text.match(/Manila rope\n£3.50/g)).toHaveLength(1);
  });

  it("keeps values that several of its entries have", async () => {
    const entries = ["Oak", "Ash", "Elm"].map((name) => `<h2>${name}</h2><p>In stock</p><p>Two weeks</p>`);
    const text = await textOf(
      page(`<h1>Boards</h1><p>${sentences("board", 5)}</p>${entries.join("")}`, "<title>Boards</title>"),
    );
    expect(text.match(/In stock/g)).toHaveLength(3);
  });

  it("is read without a footer that is longer than its text", async () => {
    const text = await textOf(
      `<html><body><div><h1>Brass lamp</h1><p>${sentences("lamp", 5)}</p></div><footer><p>${sentences("small print", 20)}</p></footer></body></html>`,
    );
    expect(text).toContain("The lamp was measured");
    expect(text).not.toContain("small print");
  });

  it("is read with a footer beside which it has nothing to read", async () => {
    const text = await textOf(
      `<html><body><h1>Brass lamp for boats and piers, made in the year 1912</h1><footer><p>${sentences("small print", 20)}</p></footer></body></html>`,
    );
    expect(text).toContain("small print");
  });

  it("is read without its menu and footer, short as it is", async () => {
    const text = await textOf(
      page(
        "<div><h1>Lamps of the harbour</h1><p>No lamps were found.</p><p>Eight shops sell them.</p></div>",
        "<title>Lamps</title>",
      ),
    );
    expect(text).toContain("No lamps were found.");
    for (const part of ["Tides", "Imprint", "cookies"]) expect(text).not.toContain(part);
  });

  it("is read whole when its prose is marked as around it", async () => {
    const marked = ["sidebar", "related"].map(
      (name) => `<div class="${name}"><p>${sentences(name, 1)}</p></div>`,
    );
    const text = await textOf(
      `<html><body><div>Lamps of the harbour, and the keepers who light them</div>${marked.join("")}</body></html>`,
    );
    for (const name of ["sidebar", "related"]) expect(text).toContain(`The ${name} was measured`);
  });
});

describe("a page with the text of a post", () => {
  const post = (name: string) =>
    `<div class="${name}"><h2>Keels</h2><p>${sentences("keel", 5)}</p></div><div class="comments"><p>${sentences("guest", 3)}</p></div>`;

  it("is read as an article, without comments", async () => {
    const text = await textOf(page(post("entry-content"), "<title>Keels</title>"));
    expect(text).toContain("The keel was measured");
    expect(text).not.toContain("The guest was measured");
  });

  it("is read with all parts of that text", async () => {
    const parts = `<p>${sentences("keel", 3)}</p><div class="box"><p>${sentences("mast", 5)}</p></div>`;
    expect(await textOf(page(`<div class="entry-content">${parts}</div>`))).toContain(
      "The keel was measured",
    );
  });

  it("is not an article when it has several, or none", async () => {
    for (const several of [post("entry-content").repeat(2), post("bubble")])
      expect(await textOf(page(several, "<title>Keels</title>"))).toContain("The guest was measured");
  });
});

describe("an overview that declares itself an article", () => {
  const declared = '<title>News</title><meta property="og:type" content="article">';
  const card = (topic: string) =>
    `<div class="card"><h3><a href="/${topic}">All about the ${topic}</a></h3><p>${sentences(topic, 3)}</p></div>`;
  const cards = ["mast", "oar", "hull", "rope"].map(card).join("");

  it("keeps the headlines of what it announces", async () => {
    const lists = `<h2>Today</h2><div>${cards}</div><h2>Before</h2><div>${["pier", "buoy", "crane"].map(card).join("")}</div>`;
    const text = await textOf(page(`<article><h1>News</h1>${lists}</article>`, declared));
    for (const topic of ["mast", "rope", "crane"]) {
      expect(text).toContain(`All about the ${topic}`);
      expect(text).toContain(`The ${topic} was measured`);
    }
  });

  it("is none where the text of its own is longer than a part of it", async () => {
    const own = `<h1>News</h1><div><p>${sentences("keel", 9)}</p></div>`;
    const text = await textOf(page(`<article>${own}<div>${cards}</div></article>`, declared));
    expect(text).toContain("The keel was measured");
    expect(text).not.toContain("All about the mast");
  });
});

it("takes classes that state a style for no names", async () => {
  const text = await textOf(
    page(
      `<main><h1>Boats</h1><p>${sentences("keel", 3)}</p><div class="sticky top-[var(--nav-height)] lg:menu"><p>${sentences("mast", 3)}</p></div><div class="nav"><p>${sentences("oar", 2)}</p></div></main>`,
      "<title>Boats</title>",
    ),
  );
  expect(text).toContain("The mast was measured");
  expect(text).not.toContain("The oar was measured");
});

it("keeps formulas that are scripts of TeX", async () => {
  const formula = '<script type="math/tex">E = mc^2</script>';
  expect(
    await textOf(
      page(`<main><h1>Boats</h1><p>${sentences("keel", 4)}</p><p>So ${formula} holds.</p></main>`),
    ),
  ).toContain("E = mc^2");
});
