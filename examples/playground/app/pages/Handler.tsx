/** The library's handler pages for emails, providers and redirects, styled for the playground. */
import { HandlerPage } from "latchkey/react"
import type { ReactElement } from "react"
import { useTitle } from "../ui/layout.tsx"

const names: Readonly<Record<string, string>> = {
  github: "GitHub",
  google: "Google",
  microsoft: "Microsoft",
  spotify: "Spotify"
}

const texts = { signIn: { provider: (id: string) => names[id] ?? id } }

export const Handler = (): ReactElement => {
  useTitle("Sign-in")
  return (
    <div className="handler">
      <HandlerPage texts={texts} />
    </div>
  )
}
