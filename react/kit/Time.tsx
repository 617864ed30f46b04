import type { ReactNode } from "react"
import { locale } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useNow } from "./useNow.ts"

interface TimeProps {
  readonly date: Date
  /** Returns the sentence with the date, such as "Expires Jan 1, 2027". */
  readonly text: (date: string) => string
}

/** A sentence with a date. Its title is the date with the time. */
export const Time = ({ date, text }: TimeProps): ReactNode => {
  const texts = useTexts("locale", locale)
  return <TimeElement date={date}>{text(texts.date(date))}</TimeElement>
}

/** A sentence with the time that has passed since a date, such as "Created 2 hours ago". Its title is the date with the time. */
export const RelativeTime = ({ date, text }: TimeProps): ReactNode => {
  const texts = useTexts("locale", locale)
  const now = useNow()
  const shown = texts.date(date)
  return (
    <TimeElement date={date}>
      {text(
        now === undefined
          ? shown
          : formatElapsed(texts.language, (now - date.getTime()) / 1000, /\d/.test(shown)) ?? shown
      )}
    </TimeElement>
  )
}

const TimeElement = ({ children, date }: { readonly children: string; readonly date: Date }): ReactNode => {
  const { dateTime } = useTexts("locale", locale)
  return (
    // The server's time zone can differ.
    <time dateTime={date.toISOString()} title={dateTime(date)} suppressHydrationWarning>{children}</time>
  )
}

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const

/**
 * Returns the elapsed time in a language, such as "2 hours ago", or `undefined` for an invalid language tag. The digits are
 * those in the texts' dates. A date in the future, because of a wrong clock, is now.
 */
const formatElapsed = (language: string, seconds: number, hasLatinDigits: boolean): string | undefined => {
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["second", Infinity]
  try {
    return new Intl.RelativeTimeFormat(language, {
      numeric: unit === "second" ? "auto" : "always",
      ...hasLatinDigits && { numberingSystem: "latn" }
    }).format(-Math.floor(Math.max(0, seconds) / length), unit)
  } catch {
    return undefined
  }
}
