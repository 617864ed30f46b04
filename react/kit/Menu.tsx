import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useLanguage } from "./useLanguage.ts"

/** Returns a handler that closes the menu and then runs an action. */
export type AndClose = (act: () => void) => () => void

interface MenuProps {
  readonly name: string
  readonly label: string
  readonly trigger: ReactNode
  /** Returns the items. Wrap the action of an item that closes the menu in `andClose`. */
  readonly children: (andClose: AndClose) => ReactNode
  /** The button's edge at which the menu is aligned. `end` by default. */
  readonly align?: "start" | "end"
}

/**
 * A button that opens a menu (WAI-ARIA APG, menu button). Arrow keys, Home and End move the focus, Escape closes it, as does
 * a click outside.
 */
export const Menu = ({ align = "end", children, label, name, trigger }: MenuProps): ReactNode => {
  const id = useId()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const items = (): ReadonlyArray<HTMLElement> =>
    Array.from(menu.current?.querySelectorAll<HTMLElement>("[role^=\"menuitem\"]") ?? [])
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus()
  }

  useEffect(() => {
    if (!isOpen) return
    items()[0]?.focus()
    const { ownerDocument } = root.current!
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) setIsOpen(false)
    }
    ownerDocument.addEventListener("pointerdown", closeOutside)
    return () => ownerDocument.removeEventListener("pointerdown", closeOutside)
  }, [isOpen])

  const handleKey = (event: KeyboardEvent): void => {
    const all = items()
    const index = all.findIndex((item) => item === item.ownerDocument.activeElement)
    const target = {
      ArrowDown: all[(index + 1) % all.length],
      ArrowUp: all[(index - 1 + all.length) % all.length],
      Home: all[0],
      End: all.at(-1)
    }[event.key]
    if (event.key === "Escape") close()
    else if (target === undefined) return
    else target.focus()
    event.preventDefault()
    // A dialog around the menu stays open.
    event.stopPropagation()
  }

  return (
    <div
      ref={root}
      data-latchkey={`root menu-root ${name}`}
      {...language}
      onBlur={({ relatedTarget }: FocusEvent) => {
        if (relatedTarget !== null && root.current?.contains(relatedTarget) !== true) setIsOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        data-latchkey="menu-trigger"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          aria-label={label}
          data-latchkey="menu"
          data-align={align}
          onKeyDown={handleKey}
        >
          {children((act) => () => {
            close()
            act()
          })}
        </div>
      )}
    </div>
  )
}

interface MenuItemProps {
  readonly name: string
  readonly onSelect: () => void
  readonly children: ReactNode
  /** For an option: `true` for the current one. */
  readonly isChecked?: boolean | undefined
  readonly isBusy?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly isDanger?: boolean | undefined
}

/** A menu item. */
export const MenuItem = (
  { children, isBusy = false, isChecked, isDanger = false, isDisabled = false, name, onSelect }: MenuItemProps
): ReactNode => (
  <button
    type="button"
    role={isChecked === undefined ? "menuitem" : "menuitemradio"}
    aria-checked={isChecked}
    aria-busy={isBusy}
    aria-disabled={isBusy || isDisabled}
    tabIndex={-1}
    data-latchkey={`menu-item ${name}`}
    data-variant={isDanger ? "danger" : undefined}
    onClick={() => isBusy || isDisabled || onSelect()}
  >
    {children}
  </button>
)

interface MenuGroupProps {
  readonly name: string
  readonly label: string
  /** The visible label. By default, it is invisible. */
  readonly header?: ReactNode
  readonly children: ReactNode
}

/** Menu items with a label. */
export const MenuGroup = ({ children, header, label, name }: MenuGroupProps): ReactNode => (
  <div role="group" aria-label={label} data-latchkey={`menu-group ${name}`}>
    {header !== undefined && <div data-latchkey="menu-label" aria-hidden="true">{header}</div>}
    {children}
  </div>
)
