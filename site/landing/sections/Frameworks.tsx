import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"

/** The hosts and frameworks, with the pages that explain them. */
const frameworks = [
  ["React", "react.html"],
  ["Next.js", "next.html"],
  ["Vite", "init.html"],
  ["React Native", "react-native.html"],
  ["Vue, Svelte, Solid", "svelte-vue-solid.html"],
  ["Hono", "servers.html#hono"],
  ["Express, Fastify", "servers.html#node-express-fastify"],
  ["Effect", "getting-started.html#with-effect"],
  ["Playwright", "playwright.html"]
] as const

export const Frameworks = (): ReactElement => {
  const { url } = useFacts()
  return (
    <nav className="frameworks" aria-label="Frameworks">
      <p>Works with</p>
      <ul>
        {frameworks.map(([name, page]) => (
          <li key={name}>
            <a href={url(page)}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
