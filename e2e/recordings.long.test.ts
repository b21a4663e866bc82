import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../scripts/testing/needs.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { ask } from "./support/ask-room.ts";
import { openPage, picture, type Visit } from "./support/browser.ts";
import { answerRecordings, chapter, type ReadRecording, said } from "./support/recordings.ts";
import type { RelayAnswers } from "./support/relay.ts";
import { openStage, type Stage } from "./support/stage.ts";

const run = promisify(execFile);

/** A tone of two minutes, and the same under a moving picture. */
async function makeMedia(): Promise<{ audio: Buffer; video: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), "headwater-media-"));
  try {
    const tone = ["-f", "lavfi", "-i", "sine=frequency=220:duration=120"];
    const pictures = ["-f", "lavfi", "-i", "testsrc=size=160x90:rate=5:duration=120"];
    const subtitles = join(folder, "said.srt");
    await writeFile(
      subtitles,
      "1\n00:00:01,000 --> 00:00:09,000\nThank you all for coming. The press was repaired in 1987 by a smith.\n",
    );
    const [audio, video] = [join(folder, "meeting.m4a"), join(folder, "meeting.webm")];
    await run("ffmpeg", ["-loglevel", "error", ...tone, "-c:a", "aac", "-b:a", "24k", audio]);
    await run("ffmpeg", [
      ...["-loglevel", "error", ...tone, ...pictures, "-i", subtitles, "-map", "0", "-map", "1", "-map", "2"],
      ...["-c:a", "libopus", "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "50k"],
      ...["-c:s", "webvtt", video],
    ]);
    return { audio: await readFile(audio), video: await readFile(video) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const press =
  "Then I would put it like this. We replace the press, and we set aside eighteen thousand five hundred for it.";
const quote = "We replace the press, and we set aside eighteen thousand five hundred for it.";
const elements = [
  chapter("c1", 0, 40, "Minutes of the last meeting"),
  said("s1", 0, 9, "Thank you all for coming."),
  said("s2", 9, 40, "The minutes are accepted as they stand.", { speaker: "Margaret" }),
  chapter("c2", 60, 120, "The press"),
  said("s3", 60, 80, "It dates from 1961."),
  said("s4", 80, 100, press),
  said("s5", 100, 118, "All in favour."),
];
const watch = "https://www.youtube.com/watch?v=aaaaaaaaaaa";
const recordings = ({ audio, video }: { audio: Buffer; video: Buffer }): ReadRecording[] => [
  {
    source: { file_id: "audio", file_name: "meeting.m4a", file_type: "m4a" },
    elements,
    content: { bytes: audio, mediaType: "audio/mp4" },
  },
  {
    source: { file_id: "video", file_name: "meeting.webm", file_type: "webm" },
    elements: elements.map((element) => ({
      ...element,
      metadata: { ...element.metadata, text_source: "subtitles" },
    })),
    content: { bytes: video, mediaType: "video/webm" },
  },
  {
    source: { file_id: "old", file_name: "old.avi", file_type: "avi" },
    elements,
    content: { bytes: Buffer.from("RIFF, and nothing that plays"), mediaType: "video/x-msvideo" },
  },
  { source: { file_id: "gone", file_name: "gone.mp3", file_type: "mp3" }, elements },
  {
    source: { file_id: "tube", file_name: watch, file_type: "youtube", file_source: "youtube" },
    elements: [
      said("y1", 0, 9, "The kestrel hovers.", {
        url: `${watch}&t=0s`,
        text_source: undefined,
        captions: "automatic",
      }),
      said("y2", 75, 80, "It is gone.", {
        url: `${watch}&t=75s`,
        text_source: undefined,
        captions: "automatic",
      }),
    ],
  },
];

/** The player's second, and whether it plays. */
const playing = (page: Page) =>
  page.evaluate(() => {
    const player = document.querySelector<HTMLMediaElement>("audio, video");
    return { second: Math.floor(player?.currentTime ?? -1), isPlaying: player?.paused === false };
  });

const segment = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

needs("chromium")("recordings", () => {
  needs("ffmpeg")("from files", () => {
    const answers: RelayAnswers = {};
    let stage: Stage;
    let visit: Visit;
    let page: Page;
    beforeAll(async () => {
      answerRecordings(answers, recordings(await makeMedia()));
      stage = await openStage({ backend: "next", answers });
      visit = await stage.visit();
      page = visit.page;
    });
    afterAll(() => stage?.close());

    it("plays from the passage that is pressed, lights what is heard, and keeps the place in the address", async () => {
      await openPage(page, "/sources/audio");
      await page.getByText("0:00 of 2:00").waitFor();
      await page.getByText("Transcript by a machine, English. No person has checked it.").waitFor();
      await page.getByRole("heading", { level: 2, name: "The press" }).waitFor();
      await segment(page, "It dates from 1961.").click();
      await expect.poll(() => playing(page)).toEqual({ second: 60, isPlaying: true });
      await expect.poll(() => segment(page, "It dates from 1961.").getAttribute("aria-current")).toBe("true");
      expect(await page.getByRole("article").and(page.locator("[aria-current]")).count()).toBe(1);
      expect(new URL(page.url()).search).toBe("?element=s3&t=60");
      const chapters = page.getByRole("navigation", { name: "Chapters" });
      expect(await chapters.getByRole("link", { name: "The press" }).getAttribute("aria-current")).toBe(
        "true",
      );

      await segment(page, "It dates from 1961.").getByRole("button", { name: "Pause" }).click();
      await expect.poll(async () => (await playing(page)).isPlaying).toBe(false);
      await chapters.getByRole("link", { name: "Minutes of the last meeting" }).click();
      await expect.poll(async () => (await playing(page)).second).toBeLessThan(5);
      await page.getByRole("button", { name: "Pause" }).first().click();
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture(page, "recording");
    });

    it("moves with the keyboard: the line by ten seconds, each time by Enter", async () => {
      await openPage(page, "/sources/audio?element=s4");
      // The place in the address is where it waits. It does not begin by itself.
      await page.getByText("1:20 of 2:00").waitFor();
      expect((await playing(page)).isPlaying).toBe(false);
      const slider = page.getByRole("slider", { name: "Second" });
      expect(await slider.getAttribute("aria-valuetext")).toBe("1 minute 20 seconds");
      await slider.focus();
      await slider.press("ArrowRight");
      await page.getByText("1:30 of 2:00").waitFor();
      await slider.press("Home");
      await page.getByText("0:00 of 2:00").waitFor();
      await page.getByRole("link", { name: "Play from 1:40" }).press("Enter");
      await expect.poll(() => playing(page)).toMatchObject({ isPlaying: true });
      expect((await playing(page)).second).toBeGreaterThanOrEqual(100);
      await page.getByText("1.5×").click();
      expect(await page.evaluate(() => document.querySelector("audio")?.playbackRate)).toBe(1.5);
    });

    it("goes to the second of the line that is pressed", async () => {
      await openPage(page, "/sources/video");
      await page.getByText("0:00 of 2:00").waitFor();
      const line = await page.locator(".time").boundingBox();
      if (!line) throw new Error("There is no line of time");
      await page.mouse.click(line.x + line.width * 0.75, line.y + 31);
      await expect.poll(async () => (await playing(page)).second).toBeGreaterThan(87);
      expect((await playing(page)).second).toBeLessThan(93);
      await page.getByText("Captions from the file, English.").waitFor();
      await page.locator("video").click();
      await expect.poll(async () => (await playing(page)).isPlaying).toBe(true);
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture(page, "recording-with-picture");
    });

    it("plays the cited second of an answer, and marks the quote in text and line", async () => {
      answers["POST /ask-sources"] = (request, response) => {
        request.resume();
        const citation = { index: 1, file_id: "audio", file_name: "meeting.m4a", page_number: 1 };
        const citations = [{ ...citation, element_id: "s4", text_preview: quote }];
        response.writeHead(200, { "content-type": "application/json" });
        response.end(
          JSON.stringify({
            answer: "18,500 [1].",
            citations,
            conversation_id: "c",
            usage: {},
            elapsed_s: 0.2,
          }),
        );
      };
      await openPage(page, "/ask?file=audio");
      await ask(page, "How much was set aside?");
      const note = page.getByRole("note").filter({ hasText: quote });
      await note.getByText("1:20", { exact: true }).waitFor();
      await note.getByRole("button", { name: "Note 1" }).click();
      await note.getByRole("link", { name: "Play from 1:20" }).click();
      await page.waitForURL("**/sources/audio?element=s4&t=80");
      await expect.poll(() => playing(page)).toMatchObject({ isPlaying: true });
      expect((await playing(page)).second).toBeGreaterThanOrEqual(80);
      expect(await segment(page, quote).locator("mark").textContent()).toBe(quote);
      await page.getByText("yellow is what answers have cited").waitFor();
      const cited = page.getByRole("complementary", { name: "Cited by" });
      await cited.getByRole("link", { name: "How much was set aside?" }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await picture(page, "recording-cited");
    });

    it("finds words in the whole recording", async () => {
      await openPage(page, "/sources/audio");
      await page.getByRole("searchbox", { name: "Find in the transcript" }).fill("favour");
      await page.getByText("1 passage in the whole recording.").waitFor();
      expect(await page.getByRole("article").count()).toBe(1);
      await page.getByRole("searchbox", { name: "Find in the transcript" }).fill("giraffe");
      await page.getByText("No passage matches. Try other words.").waitFor();
    });

    it("leads to the moment of a video that is elsewhere, without a player", async () => {
      await openPage(page, "/sources/tube");
      const moment = page.getByRole("link", { name: "Watch from 1:15" });
      expect(await moment.getAttribute("href")).toBe(`${watch}&t=75s`);
      expect(await page.locator("audio, video").count()).toBe(0);
      expect(await page.getByRole("button", { name: "Play" }).count()).toBe(0);
      expect(await page.getByRole("link", { name: "Download" }).count()).toBe(0);
      await page.getByText("Automatic captions by YouTube, English. No person has checked them.").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    });

    it("fits a phone in the dark, with nothing beyond its edge", async () => {
      const phone = await stage.visit({ narrow: true, dark: true });
      for (const file of ["audio", "video", "tube"]) {
        await openPage(phone.page, `/sources/${file}`);
        await phone.page.getByRole("article").first().waitFor();
        expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        expect(await accessibilityProblems(phone.page)).toEqual([]);
        await picture(phone.page, `recording-${file}-phone-dark`);
      }
      expect(phone.complaints).toEqual([]);
    });

    it("caused no browser errors", () => {
      expect(visit.complaints).toEqual([]);
    });

    it("says why a recording is silent, and keeps its text", async () => {
      const { page } = await stage.visit();
      await openPage(page, "/sources/old");
      await page.getByText(/This browser does not play AVI files\. Download it/).waitFor();
      await segment(page, "It dates from 1961.").waitFor();
      expect(await page.getByRole("link", { name: "Download" }).getAttribute("href")).toBe(
        "/api/documents/old/content",
      );
      await openPage(page, "/sources/gone");
      await page.getByText("The service no longer has the file.").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });

  needs("ffmpeg")("that are added here", () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({ backend: "next" });
    });
    afterAll(() => stage?.close());

    it("are read, answer, and play from what is cited", async () => {
      const { page, complaints } = await stage.visit();
      const { video: buffer } = await makeMedia();
      await openPage(page, "/sources");
      const input = page.getByLabel("Choose files").and(page.locator("input"));
      await input.setInputFiles({ name: "meeting.webm", mimeType: "video/webm", buffer });
      await page.getByText("One source. It is ready.").waitFor();
      await page.getByRole("link", { name: "meeting.webm" }).click();
      await page.getByText("0:00 of 2:00").waitFor();
      await page.getByText(/^Captions from the file/).waitFor();
      await segment(page, "Thank you all for coming.").click();
      await expect.poll(() => playing(page)).toMatchObject({ isPlaying: true });

      await openPage(page, "/ask");
      await ask(page, "When was the press repaired?");
      const note = page.getByRole("note").filter({ hasText: "The press was repaired in 1987" });
      await note.getByText("0:01", { exact: true }).waitFor();
      await note.getByRole("button", { name: "Note 1" }).click();
      await note.getByRole("link", { name: "Play from 0:01" }).click();
      await page.waitForURL(/element=.+&t=1/);
      await expect.poll(() => playing(page)).toMatchObject({ isPlaying: true });
      expect(complaints).toEqual([]);
    });

    it("say what is missing when nothing turns their speech into text", async () => {
      const { page } = await stage.visit();
      const { audio: buffer } = await makeMedia();
      await openPage(page, "/sources");
      const input = page.getByLabel("Choose files").and(page.locator("input"));
      await input.setInputFiles({ name: "meeting.m4a", mimeType: "audio/mp4", buffer });
      const row = page.getByRole("listitem").filter({ hasText: "meeting.m4a" });
      await row.getByText("Could not be read", { exact: true }).waitFor();
      await row.getByText(/The operator of the service can set this up/).waitFor();
    });
  });
});
