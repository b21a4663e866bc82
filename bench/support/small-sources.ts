import { paragraph } from "../../packages/server/testing/documents/prose.ts";
import { between, pick, seededRandom } from "../../packages/server/testing/documents/seeded-random.ts";
import type { BuiltService } from "./built-service.ts";

const topics = "harbour bridge canal railway tariff lighthouse wharf treaty census fleet".split(" ");

/** Uploads short text files, eight at a time, and waits until all are read. Returns their file ids. */
export async function smallSources({ caller }: BuiltService, count: number): Promise<string[]> {
  const fileIds: string[] = [];
  let next = 0;
  const upload = async () => {
    while (next < count) {
      const number = next++;
      const build = await caller.ingest(`note-${number}.txt`, Buffer.from(smallText(number)));
      const { file_id, status, error } = await caller.waitForBuild(build, 600_000);
      if (status !== "Completed" || !file_id) throw new Error(`note-${number}.txt ended ${status}: ${error}`);
      fileIds[number] = file_id;
    }
  };
  await Promise.all(Array.from({ length: 8 }, upload));
  return fileIds;
}

/** Three short paragraphs. One word occurs only in the text of this number. */
export function smallText(number: number): string {
  const random = seededRandom(number + 1);
  const topic = topics[number % topics.length];
  return [
    `The ${topic} of district${number} was opened in ${between(random, 1800, 1990)} by its council.`,
    paragraph(random, 4),
    paragraph(random, 3),
  ].join("\n\n");
}

/** A question with a rare word (the district) or with common words, depending on its number. */
export function askBody(number: number): { question: string } {
  const random = seededRandom(number + 1);
  const topic = pick(random, topics);
  return {
    question:
      number % 2 === 0
        ? `When was the ${topic} of district${between(random, 0, 199)} opened?`
        : `What does the council say about the ${topic} and the harbour market?`,
  };
}

/** A schema with a given number of properties, of three types. */
export const wideSchema = (properties: number) => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: properties }, (_, index) => [
      `field_${index}`,
      { type: [["string", "number", "boolean"][index % 3], "null"], description: `Value number ${index}` },
    ]),
  ),
});
