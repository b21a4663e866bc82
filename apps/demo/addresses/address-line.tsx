"use client";

import { type FormEvent, useState } from "react";

type Properties = {
  id: string;
  placeholder: string;
  /** The verb on the button. */
  action: string;
  isDisabled: boolean;
  onSubmit(typed: string): void;
};

/** A field for addresses, with a button. It is empty again after each. */
export function AddressLine({ id, placeholder, action, isDisabled, onSubmit }: Properties) {
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    onSubmit(typed);
    setTyped("");
  };
  return (
    <form className="addr strip" onSubmit={submit} noValidate>
      <input
        className="field"
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={placeholder}
        disabled={isDisabled}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="btn" disabled={isDisabled || typed.trim() === ""}>
        {action}
      </button>
    </form>
  );
}
