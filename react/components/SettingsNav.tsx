import { type ReactNode, useEffect, useId, useMemo, useRef } from "react"
import { Heading } from "../kit/Heading.tsx"
import { type PageContext, PageContextProvider, usePageContext } from "../kit/PageContext.ts"
import { Button } from "../kit/PlainButton.tsx"
import { actions } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"

interface SettingsNavProps<Name extends string> {
  readonly label: string
  /** The pages' content. A page with `false` is hidden. */
  readonly pages: Readonly<Record<Name, ReactNode>>
  readonly textOf: (name: Name) => string
  /** `null` shows the list on narrow screens, and the first page beside it on wide ones. */
  readonly selected: Name | null
  readonly onSelect: (name: Name | null) => void
  /** An element after the pages, such as a button to sign out. */
  readonly end?: ReactNode
}

/**
 * A navigation between settings pages. On wide screens, the current page is beside it. On narrow ones, the list and a page with
 * a way back replace each other. The stylesheet decides by the container's width.
 */
export const SettingsNav = <Name extends string>(
  { end, label, onSelect, pages, selected, textOf }: SettingsNavProps<Name>
): ReactNode => {
  // Sound: the keys are the pages' names.
  const names = (Object.keys(pages) as Array<Name>).filter((name) => pages[name] !== false)
  const open = selected !== null && names.includes(selected) ? selected : undefined
  const current = open ?? names[0]!
  const root = useFocusOnChange(open)
  return (
    <div ref={root} data-latchkey="settings" data-view={open === undefined ? "list" : "page"}>
      <div data-latchkey="settings-rail">
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
        {end}
      </div>
      <SettingsPage key={current} title={textOf(current)} onBack={() => onSelect(null)}>{pages[current]}</SettingsPage>
    </div>
  )
}

interface SettingsShapeProps {
  /** The number of pages. */
  readonly pages: number
  /** `true` if a page is selected. `false` by default. */
  readonly isPage?: boolean
  /** `true` if an element follows the pages. `false` by default. */
  readonly hasEnd?: boolean
}

/** The shape of the navigation and of a page, with the same places, while the settings load. */
export const SettingsShape = ({ hasEnd = false, isPage = false, pages }: SettingsShapeProps): ReactNode => (
  <div data-latchkey="settings" data-view={isPage ? "page" : "list"} aria-hidden="true">
    <div data-latchkey="settings-rail">
      <div data-latchkey="settings-nav">
        {Array.from({ length: pages }, (_, index) => (
          <span key={index} data-latchkey="nav-item">
            <Bar width="50%" />
          </span>
        ))}
      </div>
      {hasEnd && (
        <span data-latchkey="button">
          <Bar width="40%" />
        </span>
      )}
    </div>
    <div data-latchkey="settings-page">
      <div data-latchkey="page-title">
        <Bar width="25%" height={24} />
      </div>
      {["70%", "45%", "60%", "50%"].map((width) => (
        <div key={width} data-latchkey="setting">
          <div data-latchkey="setting-label">
            <Bar width="60%" />
          </div>
          <Bar width={width} />
        </div>
      ))}
    </div>
  </div>
)

/** The shape of a line of text. `height` is the line's, in pixels. */
const Bar = ({ height = 20, width }: { readonly width: string; readonly height?: number }): ReactNode => (
  <svg data-latchkey="outline" width={width} height={height}>
    <rect y={height / 2 - 6} width="100%" height="12" />
  </svg>
)

interface SettingsPageProps {
  readonly title: string
  readonly onBack: () => void
  readonly children: ReactNode
}

const SettingsPage = ({ children, onBack, title }: SettingsPageProps): ReactNode => {
  const id = useId()
  const { allSettings } = useTexts("actions", actions)
  const context = usePageContext()
  const inner = useMemo((): PageContext => {
    const { headingLevel } = context
    return { ...context, headingLevel: headingLevel === 1 ? 2 : headingLevel === 2 ? 3 : 4, page: { id, title } }
  }, [context, id, title])
  return (
    <div data-latchkey="settings-page">
      <Button name="back" variant="link" onClick={onBack}>{allSettings}</Button>
      <Heading id={id} name="page-title" isSection>{title}</Heading>
      <PageContextProvider value={inner}>{children}</PageContextProvider>
    </div>
  )
}

/**
 * Moves the focus when the list and a page have replaced each other: to the page's heading, and back to the page's button in the
 * list. If both are visible, the focus stays, except if it was on the previous page.
 */
const useFocusOnChange = (open: string | undefined) => {
  const root = useRef<HTMLDivElement>(null)
  const last = useRef(open)
  useEffect(() => {
    const previous = last.current
    if (previous === open) return
    last.current = open
    const find = (part: string) => root.current!.querySelector<HTMLElement>(`[data-latchkey~="${part}"]`)
    const rail = find("settings-rail")!
    const { activeElement, body } = rail.ownerDocument
    if (open !== undefined && (activeElement === body || !isVisible(rail))) find("page-title")?.focus()
    else if (open === undefined && (activeElement === body || !isVisible(find("settings-page")!))) {
      find(`to-${previous}`)?.focus()
    }
  }, [open])
  return root
}

/** Elements without `display`, and their content, have no boxes. */
const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0
