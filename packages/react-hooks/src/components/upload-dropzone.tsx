"use client";
import {
  type DragEvent,
  type MouseEvent,
  type ReactNode,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { acceptFiles, type FileRules, type OnRejected } from "./accept-files.ts";

/** What the children of `UploadDropzone` get. */
export type DropzoneState = {
  /** Whether files are being dragged over it. */
  isOver: boolean;
  /** How many files. 0 where the browser shows it only with the drop. */
  heldCount: number;
  /** Opens the file chooser. */
  open: () => void;
};

/** The props of `UploadDropzone`. */
export type UploadDropzoneProps = FileRules & {
  /** The accepted files that were dropped, chosen or pasted. */
  onFiles: (files: File[]) => void;
  /** Called once for each reason. `reason` is an English sentence; use `code` to write your own. */
  onRejected?: OnRejected | undefined;
  disabled?: boolean | undefined;
  /** Name of the file input for a screen reader. Default "Choose files", or "Choose a file" when not `multiple`. */
  label?: string | undefined;
  className?: string | undefined;
  /** What is shown. Default: an English sentence, such as "Drop files here, or choose them." */
  children?: ReactNode | ((state: DropzoneState) => ReactNode);
};

/**
 * False on a server and while its page is hydrated. A page with a strict Content-Security-Policy ignores the style attributes
 * that a server has written; those that a script sets take effect.
 */
const useIsLive = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );

/** Invisible, but keyboards and screen readers still reach it. */
const visuallyHidden = { position: "absolute", width: 1, height: 1, opacity: 0 } as const;

/**
 * Takes files by drop, click, file chooser and paste. It contains a real file input that takes the focus: style it with
 * `:focus-within`. Folders are rejected, and so are files that do not fit the rules.
 *
 * @example <UploadDropzone accept=".pdf" onFiles={add}>{({ isOver }) => (isOver ? "Let go" : "Drop a PDF or choose one")}</UploadDropzone>
 */
export function UploadDropzone({
  onFiles,
  onRejected,
  disabled,
  label,
  className,
  children,
  ...rules
}: UploadDropzoneProps): ReactNode {
  const { accept, multiple = true } = rules;
  const input = useRef<HTMLInputElement>(null);
  const over = useRef<EventTarget>(null);
  const [heldCount, setHeldCount] = useState<number>();
  const isOver = heldCount !== undefined;
  const isLive = useIsLive();
  const open = () => input.current?.click();

  function take(list: FileList | null, items: DataTransferItem[] = []): void {
    if (disabled) return;
    const files = [...(list ?? [])];
    // A dropped folder looks like a file that cannot be read.
    const folders = files.filter((_, index) => items[index]?.webkitGetAsEntry?.()?.isDirectory);
    const taken = acceptFiles(files, folders, rules, onRejected);
    if (taken.length > 0) onFiles(taken);
  }

  /** Prevent this while disabled too: the browser would open the file instead of the page. */
  function isOfFiles(event: DragEvent): boolean {
    const holds = event.dataTransfer.types.includes("Files");
    if (holds) event.preventDefault();
    return holds;
  }

  function hold(event: DragEvent): void {
    if (!isOfFiles(event)) return;
    if (disabled) event.dataTransfer.dropEffect = "none";
    else {
      over.current = event.target;
      setHeldCount(filesIn(event.dataTransfer).length);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it does for a pointer, the input inside does for all
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      className={className}
      data-part="dropzone"
      data-over={isOver || undefined}
      data-disabled={disabled || undefined}
      style={isLive ? { position: "relative" } : undefined}
      onClick={({ target }: MouseEvent) => {
        if (!disabled && !(target as Element).closest("a,button,input,label,select,textarea")) open();
      }}
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={({ target }) => {
        // When the pointer moves between two parts, it enters the new one before it leaves the old one.
        if (target === over.current) setHeldCount(undefined);
      }}
      onDrop={(event) => {
        setHeldCount(undefined);
        if (isOfFiles(event)) take(event.dataTransfer.files, filesIn(event.dataTransfer));
      }}
      onPaste={({ clipboardData }) => take(clipboardData.files)}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={label ?? (multiple ? "Choose files" : "Choose a file")}
        hidden={!isLive}
        style={isLive ? visuallyHidden : undefined}
        onChange={({ target }) => {
          take(target.files);
          // This allows choosing the same file again.
          target.value = "";
        }}
      />
      {typeof children === "function"
        ? children({ isOver, heldCount: heldCount ?? 0, open })
        : (children ?? (multiple ? "Drop files here, or choose them." : "Drop a file here, or choose one."))}
    </div>
  );
}

const filesIn = ({ items }: DataTransfer): DataTransferItem[] =>
  [...items].filter(({ kind }) => kind === "file");
