/** Gives a file to the browser to save. */
export function download(fileName: string, mediaType: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers begin to read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
