import { type ReactNode, useEffect, useState } from "react"
import { findStyleOverrides, fixOf, type StyleOverrides } from "./model/StyleOverrides.ts"

/** Names the page's rules that change the components, and the fix. Renders nothing without such rules. */
export const StylesNotice = (): ReactNode => {
  const [found, setFound] = useState<StyleOverrides>()
  useEffect(() => setFound(findStyleOverrides(document)), [])
  if (found === undefined || found.overrides.length === 0) return null
  const { isLayered, overrides } = found
  return (
    <details className="styles-notice">
      <summary>Rules of this page change the components</summary>
      <ul className="lines">
        {overrides.map(({ properties, selector, sheet }) => (
          <li key={`${sheet} ${selector}`}>
            <code>{`${selector} { ${properties.join(", ")} }`}</code>
            <span className="quiet">{sheet}</span>
          </li>
        ))}
      </ul>
      <p>
        {isLayered ? "Import styles.css instead of styles.layer.css, or put" : "Put"}{" "}
        that stylesheet in a layer. In CSS:
      </p>
      <pre className="code">{fixOf(isLayered).map((line) => line.trim()).join("\n")}</pre>
    </details>
  )
}
