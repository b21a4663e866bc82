/** Elements of a chapter: its title, and paragraphs. */
const perChapter = 58;

const sentences = [
  "The keeper of the weir writes down each morning how high the water stands.",
  "Where the bank is soft, willows hold it.",
  "A surety is kept for the mill, and renewed every third year.",
  "Eels pass the ladder in autumn, mostly at night.",
  "What the flood of 1871 left behind can still be seen below the bridge.",
];

/** A Markdown text of this many elements in chapters. Each paragraph says where it stands. */
export function longText(elements: number): Buffer {
  const blocks = Array.from({ length: elements }, (_, index) => {
    const chapter = 1 + Math.floor(index / perChapter);
    const paragraph = index % perChapter;
    if (paragraph === 0) return `# ${chapter}. Chapter ${chapter}`;
    if (paragraph % 20 === 0) return `## ${chapter}.${paragraph / 20} Part ${paragraph / 20}`;
    const words = sentences.slice(0, 1 + (index % sentences.length)).join(" ");
    return `Paragraph ${paragraph} of chapter ${chapter}. ${words}`;
  });
  return Buffer.from(`${blocks.join("\n\n")}\n`);
}
