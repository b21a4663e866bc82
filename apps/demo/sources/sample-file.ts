/** The document that comes with the workbench. `sample/make-sample.ts` makes it. */
export const sampleName = "orchard-of-hollin-weir.pdf";

export const sampleAbout = "four pages on an orchard, its water and an invoice";

/** Fetches the sample from the workbench. Throws an error that a reader understands. */
export async function sampleFile(fetchFile: typeof fetch = fetch): Promise<File> {
  const response = await fetchFile(`/${sampleName}`);
  if (!response.ok)
    throw new Error("The sample document is missing from this workbench. Add a file of your own.");
  return new File([await response.blob()], sampleName, { type: "application/pdf" });
}
