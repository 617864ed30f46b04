import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { Command } from "./Command.tsx"
import { Logo } from "./Logo.tsx"

/** Returns the columns of links. `components` is the path of the overview of the components. */
const columnsOf = (components: string) =>
  [
    ["Start", [
      ["Getting started", "getting-started.html"],
      ["Migrating", "migrating.html"],
      ["Coming from Clerk", "clerk.html"]
    ]],
    ["Build", [["Components", components], ["Servers", "servers.html"], ["Theming", "theming.html"]]],
    ["Test", [["Testing", "testing.html"], ["Emulator", "emulator.html"], ["DevTools", "devtools.html"]]],
    ["Project", [
      ["Changelog", "changelog.html"],
      ["Security", "security.html"],
      ["Contributing", "contributing.html"]
    ]]
  ] as const

export const Footer = (): ReactElement => {
  const { components, isReleased, url, version } = useFacts()
  return (
    <>
      <section className="closing" aria-labelledby="closing">
        <h2 id="closing">One command to the first sign-in</h2>
        <p>It adds sign-in to an app with Vite, Next.js or Effect, and runs it without an account.</p>
        <Command />
        <p className="actions">
          <a className="button" href={url("getting-started.html")}>Get started</a>
        </p>
      </section>
      <footer className="bottom">
        <div className="bottom-row">
          <p className="bottom-note">
            <span className="brand">
              <Logo /> Latchkey
            </span>
            Version {version}
            {isReleased ? "" : ", not released"}. MIT License. Latchkey is an independent project, not affiliated with
            {" "}
            <a href="https://stack-auth.com">Stack Auth</a>, and shares no code with its official client.
          </p>
          {columnsOf(components).map(([title, links]) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([text, page]) => (
                  <li key={page}>
                    <a href={url(page)}>{text}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </footer>
    </>
  )
}
