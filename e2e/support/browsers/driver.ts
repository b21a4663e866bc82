/** A browser of another engine, with what tests need of it. Positions are CSS pixels within the viewport. */
export type BrowserDriver = {
  version: string;
  open(address: string): Promise<void>;
  /** The value of a script, which is the body of a function with `args`. */
  run<Value>(script: string, ...args: unknown[]): Promise<Value>;
  point(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  press(key: "Enter" | "Escape" | "Delete"): Promise<void>;
  /** Gives files to the file field that a CSS selector names. */
  chooseFiles(selector: string, paths: string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the viewport. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
};
