/**
 * A text as a terminal shows it. Colours and other commands are left out, and a character that overstrikes another one
 * takes its place, as in manual pages: "l\\bls\\bs" is a bold "ls", "_\\bP" an underlined "P".
 */
export function withoutTerminalCodes(text: string): string {
  const plain = text.includes("\u001b") ? withoutCommands(text) : text;
  if (!plain.includes("\b")) return plain;
  const shown: string[] = [];
  let struck: string | undefined;
  for (const character of plain) {
    if (character === "\b") {
      if (shown.length > 0 && shown.at(-1) !== "\n") struck = shown.pop();
      continue;
    }
    shown.push(character === "_" && struck !== undefined ? struck : character);
    struck = undefined;
  }
  return shown.join("");
}

/**
 * What follows an escape character: a command with parameters (CSI), the title of a window (OSC), its end, a choice of a
 * character set, or a single letter.
 */
const command = /^(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]{0,2000}\p{Cc}?|\\|[()*+][0-9A-Za-z]|[=>78cDEHMNOZ])/u;

const withoutCommands = (text: string): string =>
  text
    .split("\u001b")
    .map((piece, index) => (index === 0 ? piece : piece.replace(command, "")))
    .join("");
