import {
  type Context,
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState
} from "react"
import { findTyped, type Typed } from "./findTyped.ts"
import { type MenuStatus, MenuStatusPopup } from "./MenuStatus.tsx"
import { showPopup } from "./showPopup.ts"
import { useLanguage } from "./useLanguage.ts"

/** Returns a handler that closes the menu and then runs an action. */
export type AndClose = (act: () => void) => () => void

/** `menu` contains only items. `dialog` may contain fields and lists, too, and Tab moves through them. */
type MenuKind = "menu" | "dialog"

const Kind: Context<MenuKind> = /*#__PURE__*/ createContext<MenuKind>("menu")

interface MenuProps {
  readonly name: string
  readonly label: string
  readonly trigger: ReactNode
  /** Returns the items. Wrap the action of an item that closes the menu in `andClose`. */
  readonly children: (andClose: AndClose) => ReactNode
  /** The button's edge at which the menu is aligned. `end` by default. */
  readonly align?: "start" | "end"
  /** `menu` by default. */
  readonly kind?: MenuKind
  /** A selector for the element that gets the focus after a click, instead of the dialog. */
  readonly initialFocus?: string
  /** Shows a spinner on the button. */
  readonly isBusy?: boolean
  /** The last action's state. Its error is shown below the button. */
  readonly status?: MenuStatus
}

/**
 * A button that opens a menu (WAI-ARIA APG, menu button), or a dialog beside it that is not modal. Arrow keys, Home and End move
 * the focus, as does typing an item's first letters. Escape closes it, and so does a click outside.
 */
export const Menu = (
  { align = "end", children, initialFocus, isBusy, kind = "menu", label, name, status, trigger }: MenuProps
): ReactNode => {
  const id = useId()
  const language = useLanguage()
  /** The item that gets the focus; `initial` after a click. `undefined` while the menu is closed. */
  const [opened, setOpened] = useState<"initial" | "first" | "last">()
  const root = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const typed = useRef<Typed>(undefined)

  const items = (): ReadonlyArray<HTMLElement> => Array.from(popup.current?.querySelectorAll("button") ?? [])
  const close = (): void => {
    setOpened(undefined)
    button.current?.focus()
  }

  useEffect(() => {
    if (opened === undefined) return
    showPopup(popup.current!, button.current!)
    const all = items()
    const preferred = initialFocus === undefined ? null : popup.current!.querySelector<HTMLElement>(initialFocus)
    const initial = kind === "menu" ? all[0] : preferred
    const target = { initial, first: all[0], last: all.at(-1) }[opened] ?? popup.current!
    // On a phone, a field would open the keyboard, which hides the items.
    const isField = target.matches("input") && globalThis.matchMedia?.("(pointer: coarse)").matches
    ;(isField ? popup.current! : target).focus()
    const { ownerDocument } = root.current!
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) setOpened(undefined)
    }
    ownerDocument.addEventListener("pointerdown", closeOutside)
    return () => ownerDocument.removeEventListener("pointerdown", closeOutside)
  }, [opened, initialFocus, kind])

  const handleKey = (event: KeyboardEvent): void => {
    const { altKey, ctrlKey, key, metaKey, target, timeStamp } = event
    if (key === "Escape") close()
    // A field keeps its keys.
    else if (target instanceof HTMLInputElement || altKey || ctrlKey || metaKey) return
    else {
      const all = items()
      const index = all.findIndex((item) => item === item.ownerDocument.activeElement)
      let next = {
        ArrowDown: all[(index + 1) % all.length],
        ArrowUp: all.at(index <= 0 ? -1 : index - 1),
        Home: all[0],
        End: all.at(-1)
      }[key]
      if (next === undefined && key.length === 1 && key !== " ") {
        const field = popup.current!.querySelector<HTMLElement>("input[role=combobox]")
        if (field !== null) {
          // The field gets the character.
          field.focus()
          return
        }
        typed.current = findTyped(typed.current, key, timeStamp, all.map(textOf), index)
        next = all[typed.current.index]
      }
      if (next === undefined) return
      next.focus()
    }
    event.preventDefault()
    // A dialog around the menu stays open.
    event.stopPropagation()
  }

  const isOpen = opened !== undefined
  return (
    <div
      ref={root}
      data-latchkey={`root menu-root ${name}`}
      {...language}
      onBlur={({ relatedTarget }: FocusEvent) => {
        if (relatedTarget !== null && root.current?.contains(relatedTarget) !== true) setOpened(undefined)
      }}
    >
      <button
        ref={button}
        type="button"
        data-latchkey="menu-trigger"
        aria-haspopup={kind}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-busy={isBusy}
        aria-label={label}
        onClick={() => setOpened(isOpen ? undefined : "initial")}
        onKeyDown={(event) => {
          if (isOpen || event.key !== "ArrowDown" && event.key !== "ArrowUp") return
          event.preventDefault()
          setOpened(event.key === "ArrowDown" ? "first" : "last")
        }}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          ref={popup}
          id={id}
          role={kind}
          tabIndex={-1}
          aria-label={label}
          data-latchkey="menu"
          data-align={align}
          onKeyDown={handleKey}
        >
          <Kind.Provider value={kind}>
            {children((act) => () => {
              close()
              act()
            })}
          </Kind.Provider>
        </div>
      )}
      {status !== undefined && <MenuStatusPopup status={status} button={button} align={align} isMenuOpen={isOpen} />}
    </div>
  )
}

/** The items' text is without the initials of their pictures. */
const textOf = (item: HTMLElement): string =>
  (item.querySelector("[data-latchkey~=\"menu-item-text\"]") ?? item).textContent ?? ""

interface MenuItemProps {
  readonly name: string
  readonly onSelect: () => void
  readonly children: ReactNode
  readonly icon?: ReactNode
  /** For an option: `true` for the current one. */
  readonly isChecked?: boolean | undefined
  readonly isBusy?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  readonly isDanger?: boolean | undefined
}

/** A menu item. In a `dialog`, it is a button. */
export const MenuItem = (
  { children, icon, isBusy = false, isChecked, isDanger = false, isDisabled = false, name, onSelect }: MenuItemProps
): ReactNode => {
  const isInMenu = useContext(Kind) === "menu"
  return (
    <button
      type="button"
      role={isInMenu ? isChecked === undefined ? "menuitem" : "menuitemradio" : undefined}
      aria-checked={isInMenu ? isChecked : undefined}
      aria-busy={isBusy}
      aria-disabled={isBusy || isDisabled}
      tabIndex={isInMenu ? -1 : undefined}
      data-latchkey={`menu-item ${name}`}
      data-variant={isDanger ? "danger" : undefined}
      onClick={() => isBusy || isDisabled || onSelect()}
    >
      {icon}
      <span data-latchkey="menu-item-text">{children}</span>
    </button>
  )
}

interface MenuGroupProps {
  readonly name: string
  readonly children: ReactNode
}

/** Menu items with a line above them. */
export const MenuGroup = ({ children, name }: MenuGroupProps): ReactNode => (
  <div data-latchkey={`menu-group ${name}`}>{children}</div>
)

/** An icon in a square of 20 units. */
export const MenuIcon = ({ path }: { readonly path: string }): ReactNode => (
  <svg
    viewBox="0 0 20 20"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    data-latchkey="menu-icon"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)
