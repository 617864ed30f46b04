import { HandlerPage } from "latchkey/react"

/** The pages for signing in and up, and the pages behind email links. */
export default function Handler() {
  return <HandlerPage />
}
