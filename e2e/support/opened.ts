/**
 * Opens one thing that consists of several. `closing` takes what closes each; they run in reverse order on `close`, and when
 * the opening fails.
 */
export async function opened<Thing>(
  open: (closing: (() => Promise<unknown>)[]) => Promise<Thing>,
): Promise<Thing & { close(): Promise<void> }> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    return { ...(await open(closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
