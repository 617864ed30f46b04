import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { Logo } from "./Logo.tsx"

/** The links of the guides' header, with the same names. */
const Links = (): ReactElement => {
  const { components, url } = useFacts()
  return (
    <>
      <a href={url("getting-started.html")}>Guide</a>
      <a href={url(components)}>Components</a>
      <a href={url("reference/README.html")}>API reference</a>
      <a href={url("api/")}>HTTP API</a>
      <a href={url("error-codes.html")}>Errors</a>
      <a href={url("changelog.html")}>Changelog</a>
    </>
  )
}

export const Header = (): ReactElement => {
  const { url } = useFacts()
  return (
    <header className="top">
      <div className="top-row">
        <a className="brand" href={url("")} aria-current="page">
          <Logo /> Latchkey
        </a>
        <nav className="top-links" aria-label="Main">
          <Links />
        </nav>
        <a className="search" href={url("getting-started.html?search")}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="7" cy="7" r="4.5" />
            <path d="m10.5 10.5 3.5 3.5" />
          </svg>
          <span>Search</span>
          <kbd aria-hidden="true">/</kbd>
        </a>
        <button className="theme" type="button" aria-label="Dark theme" aria-pressed="false">
          <svg className="moon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z" />
          </svg>
          <svg className="sun" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="3" />
            <path d="M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13" />
          </svg>
        </button>
        <details className="more">
          <summary aria-label="Menu">
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2 5h12M2 11h12" />
            </svg>
          </summary>
          <nav aria-label="Menu">
            <Links />
          </nav>
        </details>
      </div>
    </header>
  )
}
