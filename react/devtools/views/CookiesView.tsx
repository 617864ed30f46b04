import type { ReactNode } from "react"
import { useSnapshot } from "../DevToolsContext.ts"
import { Empty } from "../kit/Empty.tsx"
import { Item, Items } from "../kit/Section.tsx"

/** The cookies, without their values. */
export const CookiesView = (): ReactNode => {
  const { cookies: { others, own } } = useSnapshot()
  const total = own.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className="stack">
      {own.length === 0
        ? (
          <Empty title="No cookies of Latchkey">
            A sign-in stores the session in cookies, unless the app uses another token store.
          </Empty>
        )
        : (
          <Items>
            {own.map(({ attributes, name, purpose, size }) => (
              <Item
                key={name}
                title={<span className="mono break">{name}</span>}
                text={[purpose, ...attributes].join(" · ")}
              >
                <span className="size">{formatBytes(size)}</span>
              </Item>
            ))}
          </Items>
        )}
      <p className="quiet small">
        {own.length > 0 && `Latchkey's cookies have ${formatBytes(total)} of at most 4,096 bytes. `}
        {others.count === 0
          ? "The app has no other cookies that scripts can read."
          : `The app has ${others.count} other ${others.count === 1 ? "cookie" : "cookies"} with ${
            formatBytes(others.size)
          }.`} Browsers hide HttpOnly cookies from scripts. The list shows the attributes that Latchkey sets.
      </p>
    </div>
  )
}

const formatBytes = (bytes: number): string => `${bytes.toLocaleString("en")} bytes`
