import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { Lines } from "./CodeBlock.tsx"

const titles = ["Promise", "React", "Effect"]

/** The examples as tabs. Without JavaScript, they stand below each other. */
export const Examples = (): ReactElement => {
  const { readme, url } = useFacts()
  return (
    <section className="examples" aria-labelledby="examples">
      <h2 id="examples">One client, three ways to call it</h2>
      <p>The same service, session and errors with promises, from React and from Effect.</p>
      <div className="window tabs" data-tabs>
        <div className="tab-list" role="tablist" aria-label="Code">
          {titles.map((title, index) => (
            <button
              key={title}
              type="button"
              role="tab"
              id={`tab-${index}`}
              aria-controls={`panel-${index}`}
              aria-selected={index === 0}
              tabIndex={index === 0 ? 0 : -1}
            >
              {title}
            </button>
          ))}
        </div>
        {readme.examples.map((code, index) => (
          <div key={titles[index]} className="tab-panel" id={`panel-${index}`} data-hidden={index > 0 || undefined}>
            <h3>{titles[index]}</h3>
            <Lines code={code} label={titles[index]!} />
          </div>
        ))}
      </div>
      <p>
        <a className="arrow" href={url("promise.html")}>Promise client</a>{" "}
        <a className="arrow" href={url("react.html")}>React</a>{" "}
        <a className="arrow" href={url("getting-started.html")}>Getting started</a>
      </p>
    </section>
  )
}
