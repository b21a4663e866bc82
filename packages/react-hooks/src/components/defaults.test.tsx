import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BuildProgress } from "./build-progress.tsx";
import { PageWithBoxes } from "./page-with-boxes.tsx";
import { UploadDropzone } from "./upload-dropzone.tsx";

test("no component renders nothing by default", () => {
  const shown = [
    <UploadDropzone key="a" onFiles={() => {}} />,
    <BuildProgress key="b" />,
    <PageWithBoxes key="c" alt="Page 6" width={612} height={792} elements={[]} />,
  ].map((component) => render(component).container.textContent);
  expect(shown).toEqual(["Drop files here, or choose them.", expect.stringMatching(/\w/), "Page 6"]);
});
