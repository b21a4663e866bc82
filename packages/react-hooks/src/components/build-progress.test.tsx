import type { Build } from "@headwater/client";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { example } from "../../testing/example.ts";
import type { Upload } from "../sources/upload.ts";
import { BuildProgress } from "./build-progress.tsx";
import { buildProgressOf } from "./build-progress-of.ts";

const processing = example<Build>("getBuild.200.processing");
const reading = (done: number, total: number | null, unit = "page"): Build => ({
  ...processing,
  progress: { done, total, unit },
});
const upload = (change: Partial<Upload>): Upload => ({
  ...{
    id: "u",
    file: new File(["x"], "a.pdf"),
    fileName: "a.pdf",
    sizeBytes: 200,
    method: undefined,
    tags: undefined,
  },
  ...{
    status: "queued",
    sentBytes: 0,
    buildId: undefined,
    fileId: undefined,
    build: undefined,
    error: undefined,
  },
  ...change,
});

describe("buildProgressOf", () => {
  it.each<[string, Build | undefined, Upload | undefined, object]>([
    ["nothing known", undefined, undefined, { stage: "waiting", fraction: undefined, label: "Waiting" }],
    ["pending", example("getBuild.200.pending"), undefined, { stage: "waiting", label: "Waiting" }],
    ["not recorded", example("getBuild.200.not-found"), undefined, { stage: "waiting" }],
    ["pages", reading(30, 76), undefined, { fraction: 30 / 76, label: "Reading page 31 of 76" }],
    ["all pages read", reading(76, 76, "pages"), undefined, { fraction: 1, label: "Reading page 76 of 76" }],
    ["no total", reading(30, null, "rows"), undefined, { fraction: undefined, label: "Reading row 31" }],
    ["no progress", { ...processing, progress: null }, undefined, { stage: "reading", label: "Reading" }],
    ["ready", example("getBuild.200"), undefined, { stage: "ready", fraction: 1, label: "Ready" }],
    ["failed", example("getBuild.200.failed"), undefined, { stage: "failed", fraction: undefined }],
    ["queued", undefined, upload({}), { stage: "waiting", label: "Waiting" }],
    [
      "uploading",
      undefined,
      upload({ status: "uploading", sentBytes: 85 }),
      { stage: "uploading", fraction: 0.425, label: "Uploading, 42 %" },
    ],
    [
      "an empty file",
      undefined,
      upload({ status: "uploading", sizeBytes: 0 }),
      { fraction: 0, label: "Uploading, 0 %" },
    ],
    ["building", undefined, upload({ status: "building" }), { stage: "waiting" }],
    [
      "building, with a build",
      undefined,
      upload({ status: "building", build: reading(1, 4) }),
      { label: "Reading page 2 of 4" },
    ],
    ["cancelled", undefined, upload({ status: "cancelled" }), { stage: "cancelled", label: "Cancelled" }],
    [
      "a refused upload",
      undefined,
      upload({ status: "failed", error: new Error("File size exceeds") }),
      { stage: "failed", label: "Failed: File size exceeds" },
    ],
    [
      "failed without a reason",
      { ...example<Build>("getBuild.200.failed"), error: null, message: null },
      undefined,
      { stage: "failed", label: "Failed" },
    ],
  ])("says how far it is: %s", (_, build, upload, state) => {
    expect(buildProgressOf(build, upload)).toMatchObject(state);
  });

  it("names what was lost", () => {
    const partial = example<Build>("getBuild.200.partial");
    const count = partial.failed_pages?.length ?? 0;
    expect(buildProgressOf(partial).label).toBe(
      `Ready, but ${count === 1 ? "1 page" : `${count} pages`} could not be read`,
    );
    expect(buildProgressOf({ ...partial, failed_pages: null }).label).toMatch(/some pages/);
    const failed = example<Build>("getBuild.200.failed");
    expect(buildProgressOf(failed).label).toBe(`Failed: ${failed.error}`);
  });
});

describe("BuildProgress", () => {
  it("is a progress bar with a value while that is known", () => {
    const { rerender } = render(<BuildProgress build={reading(19, 76)} />);
    const bar = screen.getByRole("progressbar", { name: processing.file_name ?? "Document" });
    expect(bar.getAttribute("aria-valuenow")).toBe("25");
    expect(bar.getAttribute("aria-valuetext")).toBe("Reading page 20 of 76");
    expect(bar.textContent).toBe("Reading page 20 of 76");
    expect(bar.dataset.stage).toBe("reading");
    rerender(<BuildProgress build={reading(19, null)} />);
    expect(bar.hasAttribute("aria-valuenow")).toBe(false);
  });

  it("is named by the upload's file, and drawn and worded as one likes", () => {
    render(
      <BuildProgress
        upload={upload({ status: "uploading", sentBytes: 100 })}
        label={({ stage }) => (stage === "uploading" ? "Wird gesendet" : "")}
      >
        {({ fraction, label }) => <i style={{ width: `${(fraction ?? 0) * 100}%` }}>{label}</i>}
      </BuildProgress>,
    );
    const bar = screen.getByRole("progressbar", { name: "a.pdf" });
    expect(bar.getAttribute("aria-valuetext")).toBe("Wird gesendet");
    expect(screen.getByText("Wird gesendet").style.width).toBe("50%");
  });
});
