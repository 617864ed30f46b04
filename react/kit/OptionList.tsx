import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { toSearchable } from "./findTyped.ts"
import { MenuIcon } from "./Menu.tsx"

interface Option {
  readonly id: string
  readonly text: string
  readonly icon: ReactNode
  readonly isSelected: boolean
  readonly onSelect: () => void
}

interface OptionListProps {
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<Option>
  /** The search field's label. Without one, there is no field. */
  readonly search: string | undefined
  /** The text for a search without results. */
  readonly notFound: string
}

/**
 * A list of options, with a search field if there are many (WAI-ARIA APG, combobox with a listbox). The field keeps the focus
 * while the arrow keys choose an option. Without a field, the focus is on the options, and `Menu` moves it.
 */
export const OptionList = ({ label, name, notFound, options, search }: OptionListProps): ReactNode => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState("")
  const [active, setActive] = useState(() => Math.max(options.findIndex(({ isSelected }) => isSelected), 0))
  const hasSearch = search !== undefined
  const found = query === "" ? options : options.filter(({ text }) => toSearchable(text).includes(toSearchable(query)))
  // The options may have changed in the meantime.
  const current = Math.min(active, found.length - 1)
  useEffect(() => {
    // The browser scrolls to a focused option. Test environments have no layout.
    if (hasSearch) list.current?.children[current]?.scrollIntoView?.({ block: "nearest" })
  }, [hasSearch, current, query])

  const handleKey = (event: KeyboardEvent): void => {
    const { key, nativeEvent } = event
    // The key belongs to an input method, such as one for Japanese.
    if (nativeEvent.isComposing || found.length === 0) return
    if (key === "ArrowDown") setActive((current + 1) % found.length)
    else if (key === "ArrowUp") setActive((current - 1 + found.length) % found.length)
    else if (key === "Enter") found[current]?.onSelect()
    else return
    event.preventDefault()
  }

  return (
    <>
      {hasSearch && (
        <div data-latchkey="menu-search">
          <MenuIcon path="m13 13 3.5 3.5M14.5 9A5.5 5.5 0 1 1 9 3.5 5.5 5.5 0 0 1 14.5 9z" />
          <input
            type="text"
            role="combobox"
            data-latchkey="input"
            aria-label={search}
            placeholder={search}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
            value={query}
            onChange={({ target }) => {
              setQuery(target.value)
              setActive(0)
            }}
            onKeyDown={handleKey}
          />
        </div>
      )}
      <div data-latchkey={`menu-list ${name}`} data-search={hasSearch || undefined}>
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
          {found.map(({ icon, id: optionId, isSelected, onSelect, text }, index) => (
            <button
              key={optionId}
              id={`${id}-${index}`}
              type="button"
              role="option"
              aria-selected={isSelected}
              tabIndex={!hasSearch && index === current ? 0 : -1}
              data-latchkey="menu-item option"
              data-active={hasSearch && index === current || undefined}
              onFocus={() => setActive(index)}
              onClick={onSelect}
            >
              {icon}
              <span dir="auto" data-latchkey="menu-item-text">{text}</span>
            </button>
          ))}
        </div>
        <p role="status" data-latchkey="menu-text">{found.length === 0 && notFound}</p>
      </div>
    </>
  )
}
