import type { ReactNode } from "react";

type Option = { value: string; text: string };
type Properties = {
  choice: ReactNode;
  options: readonly Option[];
  from: string;
  to: string;
  onShow(from: string, to: string): void;
  children?: ReactNode;
};

/** Chooses what the left and the right side show. */
export function Sides({ choice, options, from, to, onShow, children }: Properties) {
  return (
    <div className="vs cluster">
      {choice}
      <Side label="Left" value={from} options={options} onValue={(side) => onShow(side, to)} />
      <span className="faint onlywide">and</span>
      <Side label="Right" value={to} options={options} onValue={(side) => onShow(from, side)} />
      <button type="button" className="btn bare" onClick={() => onShow(to, from)}>
        Swap
      </button>
      {children}
    </div>
  );
}

type SideProperties = {
  label: string;
  value: string;
  options: readonly Option[];
  onValue(value: string): void;
};

function Side({ label, value, options, onValue }: SideProperties) {
  return (
    <select
      className="field"
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    >
      {options.some((option) => option.value === value) ? null : (
        <option value={value}>One that is gone</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
