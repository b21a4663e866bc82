import { invalidInput } from "../kernel/service-error.ts";

const maxCharacters = 100;
/** They join letters and pictures into one, and are part of words in some scripts. */
const joiners = /[\u200c\u200d]/g;
/** Control and formatting characters, lone surrogates, unassigned code points, and breaks of lines. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Throws 400 for a name that can't be read or typed again: nothing but spaces, control characters, or more than 100 characters. */
export function checkProjectName(name: string): void {
  const visible = name.replace(joiners, "");
  const isRight =
    visible.trim() !== "" &&
    name.trim() === name &&
    !unprintable.test(visible) &&
    [...name].length <= maxCharacters;
  if (!isRight)
    throw invalidInput(
      `The name of a project must have 1 to ${maxCharacters} printable characters, without spaces around it`,
    );
}
