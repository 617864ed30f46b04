import type { ReactElement } from "react"

/** The command that sets an app up, with a button that copies it. */
export const Command = (): ReactElement => (
  <div className="command">
    <code>
      <span aria-hidden="true">$</span> <span data-command>npx latchkey init</span>
    </code>
    <button type="button" data-copy aria-label="Copy the command">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
        <path d="M10.5 3.5v-.2A.8.8 0 0 0 9.7 2.5H3.3a.8.8 0 0 0-.8.8v6.4a.8.8 0 0 0 .8.8h.2" />
      </svg>
      <span className="copied" role="status" />
    </button>
  </div>
)
