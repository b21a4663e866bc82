import { describe, expect, it } from "vitest";
import { readHtml } from "./parse-html.ts";

const textOf = (html: string) => readHtml(html, { onProgress: () => {} }).map(({ text }) => text);

describe("parts that are streamed after the page", () => {
  const shell = (scripts: string) => `<body><h1>Tides</h1>
    <main><!--$?--><template id="B:0"></template><p>Loading the tides</p><!--/$--></main><footer>Imprint</footer>
    <div hidden id="S:1"><ul><li>8 o'clock: 1.2 m</li></ul></div>
    <div hidden id="S:0"><p>Low water is at noon.</p><template id="P:1"></template><p>Mind the ropes.</p></div>${scripts}`;

  it("are read where the scripts put them, in place of what is shown while they load", () => {
    const scripts = `<script>$RS=function(a,b){};$RS("S:1","P:1")</script><script>$RC=function(a,b){};$RC("B:0","S:0")</script>`;
    expect(textOf(shell(scripts))).toEqual([
      "Tides",
      "Low water is at noon.",
      "8 o'clock: 1.2 m",
      "Mind the ropes.",
      "Imprint",
    ]);
  });

  it("are read by their numbers in a page that was saved without scripts", () => {
    expect(textOf(shell(""))).toEqual(textOf(shell(`<script>$RC("B:0","S:0")</script>`)));
    expect(textOf(shell(""))).not.toContain("Loading the tides");
  });

  it("go where the script says, whatever their numbers", () => {
    const html = `<body><p>Start</p><template id="B:0"></template><p>Middle</p><template id="B:1"></template>
      <div hidden id="S:4">Four</div><div hidden id="S:3">Three</div><script>$RC("B:0","S:4");$RC("B:1","S:3")</script>`;
    expect(textOf(html)).toEqual(["Start", "Four", "Middle", "Three"]);
  });

  it("stay hidden without a place, and never contain themselves", () => {
    expect(textOf('<p>Shown</p><div hidden id="S:0"><template id="B:0"></template>Hidden</div>')).toEqual([
      "Shown",
    ]);
  });
});

describe("shadow roots", () => {
  it("are read in place of their host's content, which fills their slots", () => {
    const html = `<tide-card><template shadowrootmode="open"><h2><slot name="title">No title</slot></h2><slot></slot>
      <p>Measured daily.</p><tide-foot><template shadowrootmode="closed"><p>Source: the gauge.</p></template></tide-foot></template>
      <b slot="title">High water</b><p>It is at six.</p><i slot="nowhere">Never shown</i></tide-card>`;
    expect(textOf(html)).toEqual(["High water", "It is at six.", "Measured daily.", "Source: the gauge."]);
  });

  it("of a slot without content show what the slot holds", () => {
    expect(
      textOf('<x-a><template shadowrootmode="open"><p><slot>Nothing yet</slot></p></template></x-a>'),
    ).toEqual(["Nothing yet"]);
  });

  it("are no templates without that mark", () => {
    expect(textOf("<p>Shown</p><template><p>Not shown</p></template>")).toEqual(["Shown"]);
  });
});

describe("a page for readers without scripts", () => {
  const posts = Array.from(
    { length: 10 },
    (_, index) => `<p>Post ${index} says that the mast leaks.</p>`,
  ).join("");

  it("is read where it has more text than what is shown", () => {
    expect(textOf(`<div id="app">Loading</div><noscript><h1>Masts</h1>${posts}</noscript>`)).toContain(
      "Post 9 says that the mast leaks.",
    );
  });

  it("is left out where the page shows more, or where it only asks for scripts", () => {
    expect(textOf(`${posts}${posts}<noscript>${posts}</noscript>`)).toHaveLength(20);
    expect(textOf("<p>Hi</p><noscript>Please enable JavaScript to use this page.</noscript>")).toEqual([
      "Hi",
    ]);
  });
});
