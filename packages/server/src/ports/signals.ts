/** Port: short messages to all processes of a fleet, including this one. Messages may be lost, so receivers also poll. */
export type Signals = {
  /** A kind is one word. A text holds ids, and no text of a document. */
  send(kind: string, text: string): Promise<void>;
  on(kind: string, listener: (text: string) => void): void;
  /** Called when messages come again after some may have been lost. */
  onBack(listener: () => void): void;
};
