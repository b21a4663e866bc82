import { beforeAll, describe, expect, test } from "vitest";
import { needsModel, noAnswerFound, smallTalkReplies } from "../src/answering/messages.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

type Asked = { answer: string; citations: { file_id: string; text_preview: string }[] };

let server: SharedService;
let harbour: string;
let mill: string;

const ask = async (question: string, fileIds?: string[]): Promise<Asked> =>
  (await server.call<Asked>("POST", "/ask-sources", { question, ...(fileIds && { file_ids: fileIds }) }))
    .body;

const harbourText = `# The harbour of Quill

Quill is a harbour with forty berths on the west side of the estuary, and it has been run by its own cooperative of fishermen since 1931.

## Berths

| Length | 2022 | 2023 |
|---|---|---|
| Short | 12 | 14 |
| Long | 28 | 31 |

## Opening

The gate is opened at six.
`;

beforeAll(async () => {
  server = await sharedService();
  harbour = (await server.ingestAndWait("harbour.md", harbourText)).file_id;
  const millText =
    "# The mill at Orr\n\nThe mill grinds oats for the three villages of the valley, and its wheel was renewed by the parish two years ago.";
  mill = (await server.ingestAndWait("mill.md", millText)).file_id;
});

describe("what a source is about", () => {
  test("is its title, its beginning and its outline, each cited", async () => {
    const { answer, citations } = await ask("What is this about?", [harbour]);
    expect(answer).toBe(
      "The harbour of Quill [1]\nQuill is a harbour with forty berths on the west side of the estuary, and it has been run by its own cooperative of fishermen since 1931 [2].\nBerths [3]\nOpening [4]",
    );
    expect(citations).toHaveLength(4);
  });

  test("the source may be named", async () => {
    const { answer, citations } = await ask("Summarise the mill");
    expect(answer).toMatch(/^The mill at Orr \[1\]/);
    expect(new Set(citations.map(({ file_id }) => file_id))).toEqual(new Set([mill]));
  });

  test("of several sources it is their titles and beginnings", async () => {
    const { answer, citations } = await ask("What are these documents about?");
    expect(answer).toContain("The mill grinds oats");
    expect(answer).toContain("Quill is a harbour");
    expect(answer).not.toContain("Berths");
    expect(new Set(citations.map(({ file_id }) => file_id))).toEqual(new Set([mill, harbour]));
  });
});

test("a greeting gets a reply without citations, also before there are files to read", async () => {
  expect(await ask("Hello!")).toMatchObject({ answer: smallTalkReplies.greeting.en, citations: [] });
  expect(await ask("Was kannst du?", [])).toMatchObject({
    answer: smallTalkReplies.service.de,
    citations: [],
  });
});

test("a question that has to be worked out is refused with the reason, other unknown things without", async () => {
  const workedOut = await ask("How many more long berths were there in 2023 than in 2022?", [harbour]);
  expect(workedOut).toMatchObject({ answer: needsModel, citations: [] });
  const unknown = await ask("Who painted the ceiling of the chapel?", [harbour]);
  expect(unknown).toMatchObject({ answer: noAnswerFound, citations: [] });
});

test("a cell is answered with its row and its column", async () => {
  const { answer, citations } = await ask("How many long berths were there in 2022?", [harbour]);
  expect(answer).toBe("Length: Long | 2022: 28 [1]");
  expect(citations).toHaveLength(1);
});

test("an extreme over a table is computed and cites it", async () => {
  const { answer } = await ask("Which length had the most berths in 2023?", [harbour]);
  expect(answer).toBe("Length: Long | 2023: 31 [1]");
});
