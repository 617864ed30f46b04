import type { ReactNode } from "react"

interface SettingsNavProps<Name extends string> {
  readonly label: string
  readonly items: ReadonlyArray<{ readonly name: Name; readonly text: string }>
  readonly current: Name
  readonly onSelect: (name: Name) => void
  readonly children: ReactNode
}

/** A navigation between settings pages, with the current page beside it. */
export const SettingsNav = <const Name extends string>(
  { children, current, items, label, onSelect }: SettingsNavProps<Name>
): ReactNode => (
  <div data-latchkey="settings">
    <nav data-latchkey="settings-nav" aria-label={label}>
      {items.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          data-latchkey={`nav-item to-${name}`}
          aria-current={name === current ? "page" : undefined}
          onClick={() => onSelect(name)}
        >
          {text}
        </button>
      ))}
    </nav>
    <div data-latchkey="settings-page">{children}</div>
  </div>
)
