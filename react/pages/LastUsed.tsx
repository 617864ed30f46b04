import type { ReactNode } from "react"
import { methods } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"

/** The mark beside the method that was used before on this device. */
export const LastUsed = (): ReactNode => {
  const { lastUsed } = useTexts("methods", methods)
  return <span data-latchkey="badge last-used" data-tone="neutral">{lastUsed}</span>
}
