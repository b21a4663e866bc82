import { ConnectionError } from "../errors/connection-error.ts";

/**
 * Reads the data of an event. Checks that the value is an object, with the named text field if there is one. The server
 * is trusted for the rest of its shape.
 *
 * @throws {ConnectionError} for anything else.
 */
export function parseData<Data>(json: string, text?: keyof Data & string): Data {
  let cause: unknown;
  try {
    const data = JSON.parse(json) as Data | null;
    if (data && (text === undefined || typeof data[text] === "string")) return data;
  } catch (error) {
    cause = error;
  }
  throw new ConnectionError("The stream holds an unreadable event. Is baseUrl right?", { cause });
}
