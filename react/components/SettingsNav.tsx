import type { ReactNode } from "react"

interface SettingsNavProps<Name extends string> {
  readonly label: string
  /** The pages' content. A page with `false` is hidden. */
  readonly pages: Readonly<Record<Name, ReactNode>>
  readonly textOf: (name: Name) => string
  /** If this page is hidden, the first one is shown. */
  readonly selected: Name
  readonly onSelect: (name: Name) => void
}

/** A navigation between settings pages, with the current page beside it. */
export const SettingsNav = <Name extends string>(
  { label, onSelect, pages, selected, textOf }: SettingsNavProps<Name>
): ReactNode => {
  // Sound: the keys are the pages' names.
  const names = (Object.keys(pages) as Array<Name>).filter((name) => pages[name] !== false)
  const current = names.includes(selected) ? selected : names[0]!
  return (
    <div data-latchkey="settings">
      <nav data-latchkey="settings-nav" aria-label={label}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            data-latchkey={`nav-item to-${name}`}
            aria-current={name === current ? "page" : undefined}
            onClick={() => onSelect(name)}
          >
            {textOf(name)}
          </button>
        ))}
      </nav>
      <div data-latchkey="settings-page">{pages[current]}</div>
    </div>
  )
}
