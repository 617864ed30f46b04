import type { ReactNode } from "react"
import { useAppearance } from "../kit/useAppearance.ts"
import { methods } from "../texts/en/signIn.ts"
import { useTexts } from "../texts/useTexts.ts"

/** Marks the places for the links. Texts contain no characters for private use. */
const [first, second] = ["\uE000", "\uE001"] as const

/** The line that links to the terms and the privacy policy, if the app has set their URLs. */
export const Legal = (): ReactNode => {
  const texts = useTexts("methods", methods)
  const { privacyUrl, termsUrl } = useAppearance()
  const links = [
    termsUrl !== undefined && <a key="terms" href={termsUrl}>{texts.terms}</a>,
    privacyUrl !== undefined && <a key="privacy" href={privacyUrl}>{texts.privacy}</a>
  ].filter(Boolean)
  if (links.length === 0) return null
  const sentence = links.length === 2 ? texts.agreeToBoth(first, second) : texts.agree(first)
  return (
    <p data-latchkey="legal">
      {sentence.split(/([\uE000\uE001])/).map((part) => part === first ? links[0] : part === second ? links[1] : part)}
    </p>
  )
}
