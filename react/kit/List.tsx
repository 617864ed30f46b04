import { type ReactNode, useEffect, useRef, useState } from "react"
import { lists } from "../texts/en/settings.ts"
import { useTexts } from "../texts/useTexts.ts"
import { toSearchable } from "./findTyped.ts"
import { Button } from "./PlainButton.tsx"
import { Rows } from "./Section.tsx"

interface ListProps<Item> {
  readonly label?: string | undefined
  readonly items: ReadonlyArray<Item>
  /** Returns the text that a search finds. Without it, the list has no search. */
  readonly textOf?: ((item: Item) => string) | undefined
  /** The purpose of the list, shown while it is empty. */
  readonly none: string
  /** An action below the list, such as adding an item. */
  readonly action?: ReactNode
  readonly children: (item: Item) => ReactNode
}

/** A list shows this many rows at first, and more with each click. From this length on, it has a search. */
const pageSize = 20

/** A list with pictures. A long list has a search, and shows more rows on request. An empty one explains itself. */
export const List = <Item extends object>({ action, items, none, ...list }: ListProps<Item>): ReactNode => (
  <div data-latchkey={`list ${items.length === 0 ? "empty-list" : "filled-list"}`}>
    {items.length === 0 ? <p>{none}</p> : <FilledList items={items} {...list} />}
    {action}
  </div>
)

const FilledList = <Item extends object>(
  { children, items, label, textOf }: Omit<ListProps<Item>, "action" | "none">
): ReactNode => {
  const texts = useTexts("lists", lists)
  const [query, setQuery] = useState("")
  const [limit, setLimit] = useState(pageSize)
  const search = toSearchable(query).trimEnd()
  const found = search === "" || textOf === undefined
    ? items
    : items.filter((item) => toSearchable(textOf(item)).includes(search))
  const rows = found.slice(0, limit)
  const hasMore = rows.length < found.length
  const { root, showFrom } = useFocusFirst()
  return (
    <div ref={root} data-latchkey="loaded">
      {textOf !== undefined && (items.length >= pageSize || query !== "") && (
        <SearchField
          label={texts.search}
          value={query}
          onChange={(value) => {
            setQuery(value)
            setLimit(pageSize)
          }}
        />
      )}
      {rows.length > 0 && <Rows label={label}>{rows.map(children)}</Rows>}
      <div data-latchkey="list-end">
        <p role="status" data-latchkey="count">
          {found.length === 0
            ? texts.noResults
            : hasMore || limit > pageSize
            ? texts.shown(rows.length, found.length)
            : search !== "" && texts.results(found.length)}
        </p>
        {hasMore && (
          <Button
            name="show-more"
            onClick={() => {
              showFrom(rows.length)
              setLimit(limit + pageSize)
            }}
          >
            {texts.showMore}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Moves the focus to the first new row, since the button may have gone. */
const useFocusFirst = () => {
  const root = useRef<HTMLDivElement>(null)
  const first = useRef<number>(undefined)
  useEffect(() => {
    if (first.current === undefined) return
    const row = root.current!.querySelectorAll<HTMLElement>("[data-latchkey~=\"rows\"] > li")[first.current]
    first.current = undefined
    if (row === undefined) return
    row.tabIndex = -1
    row.focus()
  })
  return {
    root,
    showFrom: (index: number): void => {
      first.current = index
    }
  }
}

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const SearchField = ({ label, onChange, value }: SearchFieldProps): ReactNode => (
  <div data-latchkey="search">
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11zM13 13l4 4" />
    </svg>
    <input
      type="search"
      name="search"
      data-latchkey="input"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
)
