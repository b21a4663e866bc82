/** Copies text to the clipboard. Rejects when the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // Browsers offer the clipboard only on HTTPS and on this machine. Elsewhere a selected field can still be copied.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error("The browser does not allow it");
}
