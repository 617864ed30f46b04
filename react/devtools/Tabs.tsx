import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react"
import { type Tab, tabs } from "./settings.ts"

/** Renders the tab list. The arrow keys select a tab. */
export const TabList = (
  { select, selected }: { readonly selected: Tab; readonly select: (tab: Tab) => void }
): ReactNode => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[aria-selected=true]")
    // jsdom has no scrolling.
    tab?.scrollIntoView?.({ block: "nearest", inline: "nearest" })
  }, [selected])
  const move = (event: KeyboardEvent) => {
    const index = tabs.indexOf(selected)
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    select(tabs[target]!)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[target]?.focus()
  }
  return (
    <div ref={list} className="tabs" role="tablist" aria-label="Views" onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === selected}
          aria-controls={tab === selected ? "view" : undefined}
          tabIndex={tab === selected ? 0 : -1}
          data-name={tab}
          onClick={() => select(tab)}
        >
          {tab}
        </button>
      ))}
    </div>
  )
}

/** Renders the selected tab's content. With `key`, another tab starts at the top. */
export const TabPanel = ({ children, tab }: { readonly tab: Tab; readonly children: ReactNode }): ReactNode => (
  // Focusable, so that it can be scrolled with the keyboard.
  <div className="view" id="view" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>{children}</div>
)
