import type { Upload } from "./call-operation.ts";

/** The form of an upload. Its fields come before the file, because a streaming reader needs them first. */
export function formOfUpload({ fileName, content, method, tags = [] }: Upload): FormData {
  const form = new FormData();
  if (method !== undefined) form.set("method", method);
  for (const tag of tags) form.append("tags", tag);
  form.set("file", content, fileName);
  return form;
}
