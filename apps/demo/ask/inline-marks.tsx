import { Fragment, type ReactNode } from "react";

const marks = /\*\*([^*\n]+)\*\*|`([^`\n]+)`/g;

/** Shows text with the two kinds of markup that models use in answers: strong and code. Other text is unchanged. */
export function inlineMarks(text: string): ReactNode {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, 1: strong, 2: code, index } of text.matchAll(marks)) {
    pieces.push(
      text.slice(end, index),
      strong === undefined ? <code>{code}</code> : <strong>{strong}</strong>,
    );
    end = index + whole.length;
  }
  pieces.push(text.slice(end));
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>);
}
