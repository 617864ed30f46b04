import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"

const format = (size: number): string => `${size.toFixed(1)} kB`

export const Sizes = (): ReactElement => {
  const { readme: { sizes }, url } = useFacts()
  const largest = Math.max(...sizes.flatMap(({ ours, theirs }) => [ours, theirs]))
  const bar = (size: number, name: string, kind: string) => (
    <span className={`bar ${kind}`}>
      <span className="bar-name">{name}</span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * size) / largest} height="4" />
      </svg>
      <span className="bar-size">{format(size)}</span>
    </span>
  )
  return (
    <section className="tile" aria-labelledby="sizes">
      <h2 id="sizes">Ship the flows you use</h2>
      <p>Unused flows are tree-shaken. The sizes are those of a first page, minified and gzipped.</p>
      <ul className="sizes">
        {sizes.map(({ entry, ours, text, theirs }) => (
          <li key={entry}>
            <p>
              <code>{entry}</code> {text}
            </p>
            {bar(ours, "Latchkey", "ours")}
            {bar(theirs, "Stack Auth's official client", "theirs")}
          </li>
        ))}
      </ul>
      <p>
        <a className="arrow" href={url("entry-points.html")}>All entry points</a>
      </p>
    </section>
  )
}
