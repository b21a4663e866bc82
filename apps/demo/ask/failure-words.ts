/** Says in one sentence why a request failed. `status` is the HTTP status; it is absent when no answer came. */
export function failureWords(error: { message: string; status?: number | undefined }): string {
  switch (error.status) {
    case undefined:
      return /time|took longer/i.test(error.message)
        ? sentence(error.message)
        : "The service does not respond.";
    case 401:
      return "The service did not accept this app's token.";
    case 403:
      return "The service refused it: access is denied.";
    case 408:
    case 504:
      return "The service took too long.";
    case 429:
      return "The service has too much to do just now.";
    case 502:
      // The proxy also answers this when the service refused the app's token. Asking again would not help.
      return /\btoken\b/i.test(error.message)
        ? `${sentence(error.message)} Set HEADWATER_TOKEN, or the file HEADWATER_TOKEN_FILE names, to a token of the project.`
        : "The service does not respond.";
    case 503:
      return "The service does not respond.";
    default:
      return sentence(error.message);
  }
}

function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "The service did not say why.";
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
