import { useEffect, useState } from "react"
import type { PageError } from "../pages/PageError.ts"
import { expectedMessageOf, textFor } from "../reportError.ts"
import { common } from "../texts/en/common.ts"
import { type ErrorTexts, importErrorTexts, initialErrorTexts } from "../texts/errorTextsOnDemand.ts"
import type { Texts } from "../texts/texts.ts"
import { useTexts } from "../texts/useTexts.ts"

/** The English messages: `undefined` until they are requested, and `null` if they cannot be loaded, for example offline. */
let loaded: ErrorTexts | null | undefined = initialErrorTexts
let loading: Promise<void> | undefined

const load = (): Promise<void> =>
  loading ??= importErrorTexts().then((texts) => {
    loaded = texts
  }, () => {
    loaded = null
    loading = undefined
  })

// Sound: `textFor` looks entries up by tag, and returns `undefined` for missing ones.
const none = {} as Texts["errors"] & Texts["reasons"]

/** Loads the messages before an error that a component may show at first. */
export const usePreloadedErrorTexts = (): void => useEffect(() => void load(), [])

/**
 * Returns the function that returns the message for an error, or a general one for an unknown error. The message is empty while
 * the messages load.
 */
export const useErrorText = (): (error: PageError) => string => {
  const [texts, setTexts] = useState(loaded)
  useEffect(() => {
    if (!loaded) void load().then(() => setTexts(loaded))
  }, [])
  const byTag = useTexts("errors", texts?.errors ?? none)
  const byReason = useTexts("reasons", texts?.reasons ?? none)
  const { unexpected } = useTexts("common", common)
  return (error) =>
    (error._tag === "ApiError" ? textFor(byReason, error.reason) : textFor(byTag, error)) ??
      (texts === undefined ? "" : expectedMessageOf(error) ?? unexpected)
}
