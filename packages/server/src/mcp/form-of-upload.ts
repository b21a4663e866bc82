import type { Upload } from "./call-operation.ts";

/** The form of an upload. Its fields go before the file, as whoever reads a form piece by piece needs them. */
export function formOfUpload({ fileName, content, method, tags = [] }: Upload): FormData {
  const form = new FormData();
  if (method !== undefined) form.set("method", method);
  for (const tag of tags) form.append("tags", tag);
  form.set("file", content, fileName);
  return form;
}
