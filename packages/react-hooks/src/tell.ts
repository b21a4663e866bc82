/** Calls the application. An error of the application goes to the console, and ends nothing else. */
export function tell(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    console.error(error);
  }
}
