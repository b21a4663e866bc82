import { isApiError, isConnectionError, isTimeoutError } from "@headwater/client";

/** What happened in a short sentence, and what helps. */
export type Trouble = { what: string; help: string };

/** A 502 of the proxy also says what is wrong with its own settings. Asking again would not help. */
const aboutSettings = /\btoken\b|baseUrl|too large/i;

/** Whether the service gave no answer: it is not there, or too slow for the proxy. */
export const isUnreachable = (error: unknown): boolean =>
  isConnectionError(error) ||
  isTimeoutError(error) ||
  isApiError(error, 504) ||
  (isApiError(error, 502) && !aboutSettings.test(error.detail));

/** Whether the service does not accept the workbench's token. Only the settings can change that. */
export const isTokenRefused = (error: unknown): boolean =>
  isApiError(error, 401) || (isApiError(error, 502) && /\btoken\b/i.test(error.detail));

/** What helps then. */
export const tokenTrouble: Trouble = {
  what: "The service does not accept the workbench's token.",
  help: "Set HEADWATER_TOKEN, or the file HEADWATER_TOKEN_FILE names, to a token of the project.",
};

/**
 * Describes any error of a call. Reading calls are repeated when the service is back (`isAskedAgain`); sending and
 * changing calls are not.
 */
export function troubleOf(error: unknown, isAskedAgain = false): Trouble {
  if (isApiError(error, 504) || isTimeoutError(error)) {
    return { what: "No answer came back.", help: "The service took too long." };
  }
  if (isUnreachable(error)) {
    const help = isAskedAgain ? "It is tried again as soon as it does." : "Try it again when it does.";
    return { what: "The service does not respond.", help };
  }
  if (isTokenRefused(error)) return tokenTrouble;
  if (isApiError(error, 403)) return { what: "This is not permitted.", help: sentence(error.detail) };
  if (isApiError(error)) return { what: "The service could not do this.", help: sentence(error.detail) };
  return { what: "This did not work.", help: error instanceof Error ? sentence(error.message) : "" };
}

/** Ends a message with a full stop. */
function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
