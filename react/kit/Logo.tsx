import type { ReactNode } from "react"
import { useAppearance } from "./useAppearance.ts"

/** The app's logo. The title beside it has the app's name, so an image has no text. */
export const Logo = (): ReactNode => {
  const { logo } = useAppearance()
  if (logo === undefined) return null
  if (typeof logo !== "string" && !("light" in logo)) return <div data-latchkey="slot logo">{logo}</div>
  const images = typeof logo === "string" ? [logo] : [logo.light, logo.dark]
  return (
    // The stylesheet shows the image for the color theme.
    <div data-latchkey="logo">{images.map((url, index) => <img key={index} src={url} alt="" />)}</div>
  )
}
